"""Files made out of a campaign: journal, report, page, recording, picture."""
