"""What the site can do with tables. The only writer of the store; pages, streams and the API call nothing else."""
