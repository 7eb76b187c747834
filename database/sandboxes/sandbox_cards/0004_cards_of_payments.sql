-- The card that paid, as a provider reports it: its brand, last four digits and its issuer's country.
alter table sandbox_cards.tokens add column country text;
alter table sandbox_cards.payments
  add column brand text,
  add column last_four text,
  add column country text;
