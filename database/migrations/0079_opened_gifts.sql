-- When the receiver of a gift first opened it; null for a sealed gift. The giver does not see it. Browsers
-- showed a gift as sealed for at most 14 days and kept which ones were opened. Received ones count as opened.

alter table purchases add column opened_at timestamptz;
update purchases set opened_at = received_at
where is_gift and received_at is not null and created_at > now() - interval '14 days';
