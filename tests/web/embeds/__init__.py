"""What other sites show of this one."""
