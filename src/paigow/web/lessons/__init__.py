"""What is kept of the lessons: how far people are in their drills."""
