"""The order of battle, the command cards and the days as they are printed (section 6, tables 4.6 and 4.7)."""

from __future__ import annotations

_THIRTIETH = "X" * 3
"""The British corps."""

UNITS = """
LXVII 6PzA:
  1 de.980.272 272 inf 2-1 4 G 3503
  2 de.981.272 272 inf 2-1 4 G 3503
  3 de.982.272 272 inf 2-1 4 G 3504
  4 de.751.326 326 inf 2-1 4 G 3404
  5 de.752.326 326 inf 2-1 4 G 3405
  6 de.753.326 326 inf 2-1 4 G 3405
  7 de.352.246 246 inf 2-1 4 G +20
  8 de.404.246 246 inf 2-1 4 G +20
  9 de.689.246 246 inf 2-1 4 G +20
  10 de.8.3pg 3_PG mech 3-2-1 7 R +19
  11 de.29.3pg 3_PG mech 3-2-1 7 R +19
  12 de.103.3pg 3_PG armor 3-1 7 R +19
I_SS 6PzA:
  1 de.989.277 277 inf 2-1 4 G 3506
  2 de.990.277 277 inf 2-1 4 G 3507
  3 de.991.277 277 inf 2-1 4 G 3507
  4 de.27.12 12 inf 2-1 4 R 3508
  5 de.48.12 12 inf 2-1 4 R 3508
  6 de.89.12 12 inf 2-1 4 R 3509
  7 de.5.3fj 3_FJ inf 3-2-1 4 R 3610
  8 de.8.3fj 3_FJ inf 3-2-1 4 R 3610
  9 de.9.3fj 3_FJ inf 3-2-1 4 R 3509
  10 de.kgpeiper.1ss 1_SS armor 6-4-2 7 E 3609
  11 de.kghansen.1ss 1_SS mech 4-3-1 7 E 3609
  12 de.kgsandig.1ss 1_SS mech 4-3-1 7 E 3709
  13 de.kgknittel.1ss 1_SS recon [1] 9 E 3709
  14 de.kgkuhlmann.12ss 12_SS armor 6-4-2 7 E 3608
  15 de.25.12ss 12_SS mech 4-3-1 7 E 3608
  16 de.26.12ss 12_SS mech 4-3-1 7 E 3708
  17 de.kgbremer.12ss 12_SS recon [1] 9 E 3708
  18 de.150pz.150 150 armor 3-1 7 R 3809
  19 de.vdh.vdh VDH inf [1] 4 E event
II_SS 6PzA:
  1 de.2sspz.2ss 2_SS armor 6-4-2 7 E +19
  2 de.3df.2ss 2_SS mech 4-3-1 7 E +19
  3 de.4d.2ss 2_SS mech 4-3-1 7 E +19
  4 de.2ssaa.2ss 2_SS recon [1] 9 E +19
  5 de.9sspz.9ss 9_SS armor 5-3-2 7 E +18
  6 de.19ss.9ss 9_SS mech 4-2-1 7 E +18
  7 de.20ss.9ss 9_SS mech 4-2-1 7 E +18
  8 de.9ssaa.9ss 9_SS recon [1] 9 E +18
LXVI 5PzA:
  1 de.294.18 18 inf 2-1 4 G 3611
  2 de.295.18 18 inf 2-1 4 G 3611
  3 de.293.18 18 inf 2-1 4 G 3514
  4 de.164.62 62 inf 2-1 4 G 3314
  5 de.183.62 62 inf 2-1 4 G 3314
  6 de.190.62 62 inf 2-1 4 G 3414
  7 de.fbbpz.fbb FBB armor 5-2 7 E +18
  8 de.fbbpg.fbb FBB mech 4-2 7 E +18
LVIII 5PzA:
  1 de.16pz.116 116 armor 5-3-2 7 R 3216
  2 de.60.116 116 mech 3-2-1 7 R 3216
  3 de.156.116 116 mech 3-2-1 7 R 3316
  4 de.116aa.116 116 recon [1] 9 R 3316
  5 de.1128.560 560 inf 2-1 4 G 3215
  6 de.1129.560 560 inf 2-1 4 G 3117
  7 de.1130.560 560 inf 2-1 4 G 3215
XLVII 5PzA:
  1 de.3pz.2 2 armor 5-3-2 7 R 3218
  2 de.2.2 2 mech 3-2-1 7 R 3118
  3 de.304.2 2 mech 3-2-1 7 R 3118
  4 de.2aa.2 2 recon [1] 9 R 3218
  5 de.77.26 26 inf 2-1 4 R 3119
  6 de.39.26 26 inf 2-1 4 R 3119
  7 de.78.26 26 inf 2-1 4 R 3120
  8 de.26aa.26 26 inf [1] 5 R 3120
  9 de.130pz.lehr Lehr armor 4-2 7 E 3319
  10 de.901.lehr Lehr mech 3-1 7 E 3219
  11 de.902.lehr Lehr mech 3-1 7 E 3219
  12 de.130aa.lehr Lehr recon [1] 9 E 3319
  13 de.33pz.9pz 9_Pz armor 5-3-2 7 R +23
  14 de.10.9pz 9_Pz mech 3-2-1 7 R +23
  15 de.11.9pz 9_Pz mech 3-2-1 7 R +23
  16 de.115pz.15pg 15_PG armor 3-1 7 R +24
  17 de.104.15pg 15_PG mech 3-2-1 7 R +24
  18 de.115.15pg 15_PG mech 3-2-1 7 R +24
  19 de.331.167 167 inf 2-1 4 R +24
  20 de.339.167 167 inf 2-1 4 R +24
  21 de.387.167 167 inf 2-1 4 R +24
L30thV 7A:
  1 de.13.5fj 5_FJ inf 3-2-1 4 G 3221
  2 de.14.5fj 5_FJ inf 3-2-1 4 G 3221
  3 de.15.5fj 5_FJ inf 3-2-1 4 G 3321
  4 de.914.352 352 inf 2-1 4 G 3322
  5 de.915.352 352 inf 2-1 4 G 3322
  6 de.916.352 352 inf 2-1 4 G 3422
L30th 7A:
  1 de.986.276 276 inf 2-1 4 G 3423
  2 de.987.276 276 inf 2-1 4 G 3423
  3 de.988.276 276 inf 2-1 4 G 3523
  4 de.423.212 212 inf 2-1 4 R 3624
  5 de.320.212 212 inf 2-1 4 R 3724
  6 de.316.212 212 inf 2-1 4 R 3725
LIII 7A:
  1 de.208.79 79 inf 2-1 4 G +21
  2 de.212.79 79 inf 2-1 4 G +21
  3 de.226.79 79 inf 2-1 4 G +21
  4 de.fgbpz.fgb FGB armor 4-2 7 E +21
  5 de.fgbpg.fgb FGB mech 3-1 7 E +21
  6 de.36.9 9 inf 2-1 4 G +24
  7 de.57.9 9 inf 2-1 4 G +24
  8 de.116.9 9 inf 2-1 4 G +24
V 1A:
  1 us.393.99 99 inf 3-2-1 4 G 3407
  2 us.394.99 99 inf 3-2-1 4 G 3409
  3 us.395.99 99 inf 3-2-1 4 G 3304
  4 us.9.2 2 inf 3-2-1 4 E 3406
  5 us.38.2 2 inf 3-2-1 4 E 3406
  6 us.23.2 2 inf 3-2-1 4 E 3207
  7 us.309.78 78 inf 3-2-1 4 R 3403
  8 us.310.78 78 inf 3-2-1 4 R 3303
  9 us.102cav - recon [2]-[1] 9 R 3204
  10 us.16.1 1 inf 3-2-1 4 E reserve/2802
  11 us.18.1 1 inf 3-2-1 4 E +17
  12 us.26.1 1 inf 3-2-1 4 E +17
  13 us.47.9 9 inf 3-2-1 4 R +17
  14 us.39.9 9 inf 3-2-1 4 R +18
  15 us.60.9 9 inf 3-2-1 4 R +18
  16 us.ccb-9.9ad 9_AD armor 4-3-2 7 R 2909
  17 us.254eng - eng [1] 5 R 3208
  18 us.99bn - inf [1] 5 R +17
XVIII 1A:
  1 us.422.106 106 inf 3-2-1 4 G 3512
  2 us.423.106 106 inf 3-2-1 4 G 3413
  3 us.424.106 106 inf 3-2-1 4 G 3214/reserve
  4 us.14cav - recon [2]-[1] 9 G 3510
  5 us.168eng - eng [1] 5 R 3012
  6 us.81eng - eng [1] 5 R 3112
  7 us.291eng - eng [1] 5 R 2808
  8 us.51eng - eng [1] 5 R 2509
  9 us.ccb-7.7ad 7_AD armor 4-3-2 7 R +17
  10 us.cca-7.7ad 7_AD armor 4-3-2 7 R +17
  11 us.ccr-7.7ad 7_AD armor 3-2 7 R +17
  12 us.117.30 30 inf 3-2-1 4 E +17
  13 us.119.30 30 inf 3-2-1 4 E +17
  14 us.120.30 30 inf 3-2-1 4 E +18
  15 us.504.82 82 inf 3-2 4 E +18
  16 us.505.82 82 inf 3-2 4 E +18
  17 us.508.82 82 inf 3-2 4 E +18
  18 us.325.82 82 inf 3-2-1 4 E +18
  19 us.ccb-3.3ad 3_AD armor 4-3-2 7 E +19
  20 us.517 - inf 2-1 4 E +21
VIII 3A:
  1 us.110.28 28 inf 2-1 4 R 2918
  2 us.3-110.28 28 inf [1] 4 R 2919
  3 us.112.28 28 inf 3-2-1 4 R 3115
  4 us.109.28 28 inf 3-2-1 4 R 3223
  5 us.ccr-9.9ad 9_AD armor 3-2 7 G 2619
  6 us.44eng - eng [1] 5 R 2621
  7 us.35eng - eng [1] 5 R 2220
  8 us.158eng - eng [1] 5 R 2220
  9 us.501.101 101 inf 3-2 4 E +18
  10 us.506.101 101 inf 3-2 4 E +18
  11 us.502.101 101 inf 3-2 4 E +18
  12 us.327.101 101 inf 3-2-1 4 E +18
  13 us.ccb-10.10ad 10_AD armor 4-3-2 7 R +18
  14 us.cca-11.11ad 11_AD armor 4-3-2 7 G +27
  15 us.ccb-11.11ad 11_AD armor 4-3-2 7 G +27
XII 3A:
  1 us.12.4 4 inf 3-2-1 4 R 3525
  2 us.8.4 4 inf 3-2-1 4 R 3627
  3 us.22.4 4 inf 3-2-1 4 R 3628
  4 us.cca-9.9ad 9_AD armor 4-3-2 7 G 3324
  5 us.cca-10.10ad 10_AD armor 4-3-2 7 R +17
  6 us.ccr-10.10ad 10_AD armor 3-2 7 R +17
  7 us.2.5 5 inf 3-2-1 4 E +21
  8 us.10.5 5 inf 3-2-1 4 E +21
  9 us.11.5 5 inf 3-2-1 4 E +22
  10 us.2cav - recon [2]-[1] 9 R +21
VII 1A:
  1 us.ccr-3.3ad 3_AD armor 3-2 7 E +19
  2 us.cca-3.3ad 3_AD armor 4-3-2 7 E +20
  3 us.334.84 84 inf 3-2-1 4 R +20
  4 us.335.84 84 inf 3-2-1 4 R +20
  5 us.333.84 84 inf 3-2-1 4 R +20
  6 us.4cav - recon [2]-[1] 9 R +21
  7 us.ccb-2.2ad 2_AD armor 4-3-2 7 E +22
  8 us.cca-2.2ad 2_AD armor 4-3-2 7 E +22
  9 us.ccr-2.2ad 2_AD armor 3-2 7 E +22
  10 us.289.75 75 inf 3-2-1 4 G +23
  11 us.290.75 75 inf 3-2-1 4 G +23
  12 us.291.75 75 inf 3-2-1 4 G +23
  13 us.329.83 83 inf 3-2-1 4 R +26
  14 us.330.83 83 inf 3-2-1 4 R +26
  15 us.331.83 83 inf 3-2-1 4 R +26
III 3A:
  1 us.cca-4.4ad 4_AD armor 4-3-2 7 E +20
  2 us.ccb-4.4ad 4_AD armor 4-3-2 7 E +20
  3 us.ccr-4.4ad 4_AD armor 3-2 7 E +20
  4 us.317.80 80 inf 3-2-1 4 R +20
  5 us.318.80 80 inf 3-2-1 4 R +20
  6 us.319.80 80 inf 3-2-1 4 R +20
  7 us.104.26 26 inf 3-2-1 4 R +20
  8 us.328.26 26 inf 3-2-1 4 R +20
  9 us.101.26 26 inf 3-2-1 4 R +21
  10 us.6cav - recon [2]-[1] 9 R +21
  11 us.134.35 35 inf 3-2-1 4 R +25
  12 us.137.35 35 inf 3-2-1 4 R +25
  13 us.320.35 35 inf 3-2-1 4 R +25
  14 us.cca-6.6ad 6_AD armor 4-3-2 7 R +27
  15 us.ccb-6.6ad 6_AD armor 4-3-2 7 R +27
30th 21AG:
  1 br.2hcr - recon [2]-[1] 9 R +20
  2 br.29armd - armor 4-3-2 7 R +21
  3 br.5gds.gds Gds armor 4-3-2 7 E +22
  4 br.32gds.gds Gds armor 3-2-1 7 E +22
  5 br.129.43 43 inf 3-2-1 4 R +22
  6 br.130.43 43 inf 3-2-1 4 R +22
  7 br.214.43 43 inf 3-2-1 4 R +22
  8 br.71.53 53 inf 3-2-1 4 R +22
  9 br.158.53 53 inf 3-2-1 4 R +22
  10 br.160.53 53 inf 3-2-1 4 R +22
  11 br.33armd - armor 4-3-2 7 R +23
  12 br.3para.6abn 6_Abn inf 3-2 4 E +25
  13 br.5para.6abn 6_Abn inf 3-2 4 E +25
  14 br.6al.6abn 6_Abn inf 3-2 4 E +25
""".replace("30th", _THIRTIETH)
"""Corps and army, then #, id, division, type, strength by step, MA, quality, place or day; 2p/gs."""

CARDS = """
G01 division | 1 SS Pz | 2 | panzer battalion | 16
G02 division | 12 SS Pz | 2 | panzer battalion | 16
G03 division | 12 VG | 1 | infiltration | 16
G04 division | 277 VG | 1 | fixed artillery 3 | 16
G05 division | 3 FJ | 1 | infiltration | 16
G06 division | 150 Pz Bde + VDH | 1 | infiltration | 16
G07 division | 272 VG | 1 | fixed artillery 4 | 16
G08 division | 326 VG | 1 | fixed artillery 3 | 16
G09 division | 18 VG | 1 | infiltration | 16
G10 division | 62 VG | 1 | fixed artillery 3 | 16
G11 division | 116 Pz | 2 | panzer battalion | 16
G12 division | 560 VG | 1 | infiltration | 16
G13 division | 2 Pz | 2 | panzer battalion | 16
G14 division | Pz Lehr | 2 | press the attack | 16
G15 division | 26 VG | 1 | infiltration | 16
G16 division | 5 FJ | 1 | press the attack | 16
G17 division | 352 VG | 1 | artillery | 16
G18 division | 276 VG | 1 | fixed artillery 3 | 16
G19 division | 212 VG | 1 | infiltration | 16
G20 division | 9 SS Pz | 2 | panzer battalion | 18
G21 division | FBB | 2 | panzer battalion | 18
G22 division | 2 SS Pz | 2 | panzer battalion | 19
G23 division | 3 PG | 1 | press the attack | 19
G24 division | 246 VG | 1 | artillery | 20
G25 division | 79 VG | 1 | press the attack | 21
G26 division | FGB | 1 | panzer battalion | 21
G27 division | 9 Pz | 2 | panzer battalion | 23
G28 division | 15 PG | 1 | press the attack | 24
G29 division | 167 VG | 1 | artillery | 24
G30 division | 9 VG | 1 | artillery | 24
G31 corps | LXVII | 2 | artillery | 16
G32 corps | I SS Pz | 3 | corps artillery | 16
G33 corps | I SS Pz | 3 | reinforce battle | 16
G34 corps | LXVI | 2 | corps artillery | 16
G35 corps | LVIII Pz | 3 | artillery | 16
G36 corps | XLVII Pz | 3 | corps artillery | 16
G37 corps | XLVII Pz | 3 | reinforce battle | 16
G38 corps | L30thV | 2 | artillery | 16
G39 corps | L30th | 2 | artillery | 16
G40 corps | II SS Pz | 3 | corps artillery | 18
G41 corps | LIII | 2 | artillery | 21
G42 army | 6th Panzer Army | 3 | assault coordination | 16
G43 army | 5th Panzer Army | 3 | assault coordination | 16
G44 army | 5th Panzer Army | 3 | reinforce battle | 16
G45 army | 7th Army | 3 | reinforce battle | 16
G46 group | Army Group B | 4 | press the attack | 16
A01 division | 99 Inf | 1 | artillery | 16
A02 division | 2 Inf | 2 | artillery | 16
A03 division | 78 Inf | 1 | artillery | 16
A04 division | 1 Inf | 2 | artillery | 17
A05 division | 9 Inf | 1 | artillery | 17
A06 division | 106 Inf | 1 | bug out | 16
A07 division | 28 Inf | 1 | screen | 16
A08 division | 9 Armd | 1 | tank battalion | 16
A09 division | 4 Inf | 1 | artillery | 16
A10 division | 7 Armd | 2 | tank battalion | 17
A11 division | 30 Inf | 2 | artillery | 17
A12 division | 10 Armd | 2 | tank battalion | 17
A13 division | 82 Abn | 2 | reinforce battle | 18
A14 division | 101 Abn | 2 | artillery | 18
A15 division | 3 Armd | 2 | tank battalion | 19
A16 division | 84 Inf | 1 | artillery | 20
A17 division | 4 Armd | 2 | tank battalion | 20
A18 division | 26 Inf | 1 | artillery | 20
A19 division | 80 Inf | 1 | artillery | 20
A20 division | 5 Inf | 1 | artillery | 21
A21 division | 2 Armd | 2 | tank battalion | 22
A22 division | 75 Inf | 1 | screen | 23
A23 division | 35 Inf | 1 | artillery | 25
A24 division | 83 Inf | 1 | artillery | 26
A25 division | 6 Armd | 2 | tank battalion | 27
A26 division | 11 Armd | 1 | tank battalion | 27
A27 corps | 30th | 3 | artillery | 22
A28 corps | 30th | 2 | tank battalion | 22
A29 division | 6 Abn | 1 | reinforce battle | 25
A30 corps | V | 3 | corps artillery | 16
A31 corps | V | 2 | screen | 16
A32 corps | VIII | 2 | corps artillery | 16
A33 corps | VIII | 2 | bug out | 16
A34 corps | XVIII Abn | 3 | corps artillery | 17
A35 corps | XVIII Abn | 3 | reinforce battle | 18
A36 corps | VII | 3 | corps artillery | 19
A37 corps | VII | 3 | assault coordination | 22
A38 corps | III | 3 | corps artillery | 20
A39 corps | XII | 2 | screen | 16
A40 corps | XII | 3 | corps artillery | 21
A41 army | First Army | 3 | assault coordination | 16
A42 army | Third Army | 3 | assault coordination | 20
A43 group | 12th Army Group | 4 | reinforce battle | 16
A44 group | 21st Army Group | 4 | screen | 20
N01 none | - | 0 | artillery | 16
N02 none | - | 0 | artillery | 16
N03 none | - | 0 | artillery | 16
N04 none | - | 0 | screen | 16
N05 none | - | 0 | screen | 16
N06 none | - | 0 | bug out | 16
N07 none | - | 0 | bug out | 16
N08 none | - | 0 | tank battalion | 16
N09 none | - | 0 | tank battalion | 16
N10 none | - | 0 | artillery | 16
""".replace("30th", _THIRTIETH)
"""Kind, formation, Command Value, tactic, day on which it enters."""

DAYS = """
16 22 10 overcast 0 0 0 0
17 20 12 overcast 1 0 1 0
18 18 14 overcast 1 0 2 0
19 18 15 overcast 2 1 2 1
20 17 16 overcast 2 1 2 1
21 16 16 overcast 2 1 3 1
22 15 17 overcast 2 1 3 1
23 14 18 clear 2 1 3 2
24 13 18 clear 1 1 3 2
25 12 18 clear 1 1 3 2
26 11 18 clear 1 1 3 2
27 10 18 clear 1 1 3 2
"""
"""German cards, Allied cards, weather, German and Allied replacements (infantry, mechanized)."""
