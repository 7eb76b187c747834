-- The console lists people by the time of their passport, purchases that failed or expired, and the people
-- whom an action of staff was about.
create index passports_by_time on passports (created_at, id);
create index purchases_ended_unsold on purchases (state, id) where state in ('FAILED', 'EXPIRED');
create index audit_trail_of_command on audit_trail (command, id);
