-- How often something happened in a window of time. Rows, so that neither a restart nor another
-- process forgets them.

create table rate_counts (
  bucket text not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  count integer not null default 0,
  primary key (bucket, window_start)
);
create index rate_counts_by_end on rate_counts (window_end);
