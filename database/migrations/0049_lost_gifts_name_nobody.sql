-- A gift that lapsed, failed or was taken back before it reached anybody needs no receiver any more:
-- the number may be that of somebody who deletes their passport, or leaves the number, at any time.
-- The database sees to it, so that every end of a purchase does, that of an earlier version too.
create function forget_receiver_of_lost_gift() returns trigger language plpgsql as $$
begin
  new.recipient_phone := null;
  new.recipient_name := null;
  new.note := null;
  return new;
end $$;
create trigger purchases_lost_gift_names_nobody before update on purchases for each row
  when (new.is_gift and new.holder_id is null
    and (new.state in ('FAILED', 'EXPIRED')
      or (new.reversal in ('refunding', 'refunded') and not new.keeps_kilograms))
    and (new.recipient_phone is not null or new.recipient_name is not null or new.note is not null))
  execute function forget_receiver_of_lost_gift();

-- The trigger clears those of before.
update purchases set recipient_phone = null
where is_gift and holder_id is null
  and (state in ('FAILED', 'EXPIRED')
    or (reversal in ('refunding', 'refunded') and not keeps_kilograms))
  and (recipient_phone is not null or recipient_name is not null or note is not null);

-- Whom a reward's claim is for stands in it while the claim is open; a task clears what is over.
create index rewards_naming_receiver on rewards (id) where recipient_phone is not null;

comment on column stopped_numbers.phone is
  'what stands for the number (NUMBERS_KEY); one of an earlier version is rewritten at the next start';
comment on column parked_passports.phone is
  'what stands for the number (NUMBERS_KEY); one of an earlier version is rewritten at the next start';
