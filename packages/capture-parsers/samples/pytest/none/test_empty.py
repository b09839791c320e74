"""No test here."""
