-- Projects and their batches of credits. What is left of a batch is the ledger's (0003), not here.

create table projects (
  id uuid primary key default gen_random_uuid(),
  registry text not null,
  registry_name text not null,
  external_id text not null,
  external_url text constraint projects_external_url_is_https check (external_url ~ '^https://'),
  name text not null constraint projects_name_length check (char_length(name) between 1 and 300),
  description text not null default '',
  image_url text,
  country char(2) not null,
  country_name text not null,
  developer text,
  status text not null
    constraint projects_status_known check (status in ('Verified', 'Certified Design', 'Listed')),
  project_type text[] not null default '{}',
  sdgs smallint[] not null default '{}',
  raw_data jsonb not null default '{}',
  is_demo boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint projects_registry_id_is_one_project unique (registry, external_id)
);

create table batches (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  name text not null,
  vintage_year smallint not null,
  serial_number text not null constraint batches_serial_is_one_batch unique,
  price_micros bigint not null constraint batches_price_positive check (price_micros > 0),
  currency char(3) not null constraint batches_currency_shape check (currency ~ '^[A-Z]{3}$'),
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index batches_of_project on batches (project_id);

create table featured_projects (
  country char(2) not null,
  position smallint not null,
  project_id uuid not null references projects (id),
  preferred_batch_id uuid references batches (id),
  primary key (country, project_id)
);

-- Units of a currency for one euro, as published for a day.
create table exchange_rates (
  as_of date not null,
  currency char(3) not null,
  units_per_eur numeric not null constraint exchange_rates_positive check (units_per_eur > 0),
  source text not null,
  primary key (as_of, currency)
);
