-- Codes are counted with their row from now on; those under way were counted when they were asked for.
update outbox set counted_at = created_at
where template = 'otp' and state = 'queued' and counted_at is null;

-- When a reservation lapsed, or was cancelled after it had held its kilograms for a while: what a
-- person lets lie in vain within an hour is limited. A purchase that completes writes nothing to it.
alter table purchases add abandoned_at timestamptz;
create index purchases_abandoned on purchases (buyer_id, abandoned_at)
  where abandoned_at is not null;
