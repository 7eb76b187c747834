-- The day on which a gift reaches its receiver. `deliver_at` is the next time at which it may: the first hour of
-- messages of that day in the receiver's country, later if the product was away. A gift without a day has neither.

alter table purchases
  add column deliver_on date,
  add column deliver_at timestamptz,
  add column delivered_at timestamptz,
  add constraint purchases_delivery_of_gift check (
    case when deliver_on is null then deliver_at is null and delivered_at is null
      else is_gift and deliver_at is not null end);
comment on column purchases.deliver_on is 'day in the receiver''s country; null for a gift that goes at once';
create index purchases_to_deliver on purchases (deliver_at)
where deliver_on is not null and delivered_at is null and state = 'COMPLETED';

-- The name of the passport's holder, which only its owner sees, and when its owner ended the welcome. People who
-- have a passport already see none.

alter table passports
  add column holder_name text,
  add column welcomed_at timestamptz default now(),
  add constraint passports_holder_name_length check (char_length(holder_name) between 2 and 24);
alter table passports alter column welcomed_at drop default;
