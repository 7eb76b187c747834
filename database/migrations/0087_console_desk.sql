-- The console lists payouts and differences of some days, and the messages about a purchase.
create index payout_lines_by_time on payout_lines (moved_at);
create index outbox_of_cause on outbox (split_part(subject, '/', 1));
