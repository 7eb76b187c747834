-- A public page of a purchase's kilograms, which their holder made. A closed one is deleted: its code
-- leads to nothing, as one that never was.
create table certificates (
  code text primary key constraint certificates_code_form
    check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  purchase_id uuid not null references purchases
    constraint certificates_one_a_purchase unique,
  -- What the holder wants to be called on it.
  name text constraint certificates_name_length check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now()
);
