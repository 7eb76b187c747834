-- The day on which money moved, where it is not the day of the booking in UTC: the card provider's day of a
-- fee, an exchange, a payout or a dispute, and the day of the sale for its tax.
alter table money_postings add column value_date date;
