"""The commands of hookctl, one module each; never imported by a dispatch."""
