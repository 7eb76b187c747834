-- Creates the tables of achievements, scores, leagues, rewards and leaderboards.

-- Something that a person did, as a row that there can be only one of: a purchase in a week (its
-- Monday, UTC), a project or goal supported, a number given to, a gift to a number in a week, an
-- achievement reached. Written in the purchase's own transaction; scores are sums over them.
create table passport_facts (
  passport_id uuid not null references passports (id),
  kind text not null constraint passport_facts_kind_known
    check (kind in ('week', 'project', 'goal', 'number', 'gift', 'achievement')),
  key text not null,
  created_at timestamptz not null default now(),
  primary key (passport_id, kind, key)
);

-- A giver's facts tell numbers apart without holding any: the same number has another key with
-- every giver.
create function number_key(giver_id uuid, phone text) returns text language sql immutable
return left(encode(sha256(convert_to(giver_id::text || ' ' || phone, 'UTF8')), 'hex'), 32);

alter table passports add column reward_kg bigint not null default 0
  constraint passports_reward_kg_range check (reward_kg between 0 and total_kg);
create index passports_on_eco_board on passports (eco_league, eco_score, id)
  where not hide_from_leaderboards;
create index passports_on_offset_board on passports (offset_league, total_kg, id)
  where not hide_from_leaderboards;

-- A reward is earned once, with what was promised then. It is claimed until `claim_ends_at`, unless
-- it is redeemed: `purchase_id` is the one purchase under way, or made, for it.
create table rewards (
  id uuid primary key default uuidv7(),
  passport_id uuid not null references passports (id),
  achievement_code text not null,
  kg integer constraint rewards_kg_range check (kg between 1 and 10000),
  badge text,
  earned_at timestamptz not null default now(),
  claim_ends_at timestamptz,
  recipient_phone text,
  note text constraint rewards_note_length check (char_length(note) <= 255),
  purchase_id uuid constraint rewards_purchase_is_one_reward unique references purchases (id),
  redeemed_at timestamptz,
  constraint rewards_earned_once unique (passport_id, achievement_code),
  constraint rewards_kg_or_badge check ((kg is null) <> (badge is null)),
  constraint rewards_kg_redeemed_by_purchase
    check (redeemed_at is null or (kg is null) = (purchase_id is null))
);

-- A redeemed reward is final: no statement, ours or an operator's, may give it back.
create function refuse_change_of_redeemed_reward() returns trigger language plpgsql as $$
begin
  raise exception 'reward % was redeemed', old.id using errcode = 'restrict_violation';
end $$;
create trigger rewards_redemption_is_final
  before update of passport_id, kg, claim_ends_at, purchase_id, redeemed_at on rewards
  for each row when (old.redeemed_at is not null)
  execute function refuse_change_of_redeemed_reward();

-- `reward_minor` is what the rewards account pays for it, in the batch's currency.
alter table purchases
  add column reward_id uuid references rewards (id),
  add column reward_minor bigint not null default 0
    constraint purchases_reward_floor check (reward_minor >= 0),
  add constraint purchases_reward_is_named check (is_reward = (reward_id is not null)),
  add constraint purchases_reward_is_free
    check (case when is_reward then total_minor = 0 else reward_minor = 0 end);

-- What the account `rewards` has paid, as a negative balance, down to the budget's end.
create table reward_budgets (
  currency char(3) primary key,
  balance_minor bigint not null default 0,
  floor_minor bigint not null,
  constraint reward_budgets_floor check (balance_minor >= floor_minor)
) with (fillfactor = 50);

-- What was bought before there were facts counts as well, by the numbers of that day.
insert into passport_facts (passport_id, kind, key)
select distinct passport_id, kind, key from (
  select p.buyer_id as passport_id, p.project_id,
    to_char(date_trunc('week', p.completed_at at time zone 'UTC'), 'YYYY-MM-DD') as week,
    case when p.recipient_phone <> b.phone then number_key(p.buyer_id, p.recipient_phone) end
      as number
  from purchases p join passports b on b.id = p.buyer_id and b.phone is not null
  where p.state = 'COMPLETED') bought
cross join lateral (
  values ('week', week), ('project', project_id::text), ('number', number),
    ('gift', week || ' ' || number)
  union all
  select 'goal', goal::text from projects j cross join unnest(j.sdgs) as goal where j.id = project_id
) as done (kind, key)
where key is not null;

insert into passport_facts (passport_id, kind, key)
select id, 'achievement', code from passports
  join (values ('first_offset', 1), ('offset_100', 100), ('offset_1000', 1000)) as kg (code, threshold)
    on total_kg >= threshold
union all
select passport_id, 'achievement', code from passport_facts
  join (values ('first_gift', 'gift', 1), ('gift_5', 'number', 5), ('explorer_3', 'project', 3),
    ('sdg_5', 'goal', 5)) as counted (code, counts, threshold) on counts = kind
  group by passport_id, code, threshold having count(*) >= threshold
union
select passport_id, 'achievement', 'streak_4' from (
  select passport_id, key::date - 7 * (row_number() over (partition by passport_id order by key))::int
    as run
  from passport_facts where kind = 'week') weeks
group by passport_id, run having count(*) >= 4;

insert into rewards (passport_id, achievement_code, kg, badge)
select f.passport_id, f.key, r.kg, r.badge from passport_facts f
join (values ('first_offset', null, 'Seedling'), ('offset_100', 1, null), ('first_gift', 2, null),
  ('explorer_3', null, 'Explorer'), ('streak_4', 3, null), ('offset_1000', null, 'Tonne'),
  ('gift_5', 5, null), ('sdg_5', null, 'Goals')) as r (code, kg, badge) on r.code = f.key
where f.kind = 'achievement';

update passports p set eco_score = f.score, eco_league = case
    when f.score >= 300 then 'gold' when f.score >= 100 then 'silver' else 'bronze' end
from (select passport_id, sum(case kind when 'week' then 10 when 'gift' then 5 when 'project' then 15
    when 'achievement' then 10 else 0 end) as score from passport_facts group by passport_id) f
where p.id = f.passport_id;
