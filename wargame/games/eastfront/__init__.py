"""East Front 1941-45: rail nets, supply by points, reaction in every combat, air, ships and partisans."""
