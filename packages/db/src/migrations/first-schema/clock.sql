-- Each timestamp and each deadline is read from this one clock. Tests replace it by one
-- that they set.
create function current_instant() returns timestamptz language sql stable parallel safe
as 'select clock_timestamp()';
