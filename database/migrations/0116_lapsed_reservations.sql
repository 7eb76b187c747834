-- Reservations of rewards that a refund took away, which the job of expired purchases ends.
create index rewards_lapsed_reservations on rewards (purchase_id)
  where lapsed_at is not null and redeemed_at is null and purchase_id is not null;
