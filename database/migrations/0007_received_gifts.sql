-- Gifts that their holder has not opened the app for yet: asked with every session, few at any time.

create index purchases_unreceived on purchases (holder_id)
  where is_gift and received_at is null and holder_id is not null;
