-- Serials are read in their registry's own grammar, whole, or not at all, and two batches meet wherever their
-- series and units do, whatever else their serials say.

-- Reads a serial in any spelling: series, first and last unit, registry, project, first and last day of the
-- period (YYYYMMDD), or the vintage twice. Where no grammar fits: the normal form and nulls.
-- values/serials.ts reads the same way. Only functions of pg_catalog are called: a dump is restored without
-- a search path.
create or replace function read_serial(serial text) returns text[]
  language plpgsql immutable strict parallel safe as $$
declare
  canonical text collate "C" := serial;
  -- Patterns have no captures and no bounded repetitions, which cost many times as much: lengths are
  -- compared afterwards.
  range constant text := '[0-9]+(?:-| ?(?:TO|THROUGH|THRU) ?)[0-9]+';
  -- A vintage, or a day that exists (YYYYMMDD).
  period constant text := '^(?:(?:19|20)[0-9][0-9](?:(?:0[13578]|1[02])(?:0[1-9]|[12][0-9]|3[01])|'
    || '(?:0[469]|11)(?:0[1-9]|[12][0-9]|30)|02(?:0[1-9]|1[0-9]|2[0-8]))?|'
    || '(?:(?:19|20)(?:0[48]|[2468][048]|[13579][26])|2000)0229)$';
  parts text[];
  form text[];
  is_short boolean := false;
begin
  -- Most are written in normal form already.
  if canonical !~ '^[0-9A-Z-]+$' or canonical ~ '^SERIAL-' then
    canonical := upper(btrim(regexp_replace(canonical,
      '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g'), ' '));
    canonical := regexp_replace(canonical,
      ' ?[\u002D\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\uFE58\uFE63\uFF0D] ?',
      '-', 'g');
    canonical := regexp_replace(canonical,
      '^(?:[A-Z]{2,8} ){0,3}SERIAL(?: (?:NUMBERS?|NO\.?))?(?: ?: ?|[- ])', '');
  end if;
  parts := string_to_array(case when canonical !~ '[0-9] ?T' then canonical else regexp_replace(canonical,
    '(?<=[0-9])(?: ?(?:TO|THROUGH|THRU) ?(?=[0-9])| (?:TO|THROUGH|THRU) (?=[A-Z]))', '-', 'g') end, '-');
  -- form: block or series, first, last, registry, project, from, through.
  if canonical ~ '^GS1-' then
    if canonical ~ ('^GS1-1-[A-Z][A-Z]-GS[0-9]+-[0-9][0-9]?-[0-9]+-[0-9]+-' || range || '$') then
      form := parts[7:9] || array['GS', substr(parts[4], 3), parts[6], parts[6]];
      is_short := true;
    end if;
  elsif canonical ~ '^ACR-' then
    if canonical ~ ('^ACR-[A-Z][A-Z]-[0-9]+-[0-9]+-[0-9]+-' || range || '$') then
      form := parts[5:7] || array['ACR', parts[3], parts[4], parts[4]];
      is_short := true;
    end if;
  elsif canonical ~ '^CAR-' then
    if canonical ~ ('^CAR-(?:1|ROC)-[A-Z][A-Z]-[0-9]+-[0-9]+-[0-9]+-[A-Z][A-Z][A-Z]?-[0-9]+-[0-9]+-'
        || range || '$') then
      form := parts[9:11] || array['CAR', parts[4], parts[8], parts[8]];
      is_short := length(parts[5]) <= 4 and length(parts[6]) <= 6;
    end if;
  elsif canonical ~ '^[0-9]' then
    if canonical ~ ('^[0-9]+-' || range
        || '-(?:VCS-VCU-[0-9]+-VER|VCU-[0-9]+-(?:MER|APX))-[A-Z][A-Z]-[0-9][0-9]?-[0-9]+-[0-9]+-[0-9]+-[01]$')
    then
      -- The form of before 2020 has a field less, and three digits for the body.
      is_short := length(parts[1]) <= 18 and case when parts[4] = 'VCS' then length(parts[6]) <= 5
        else length(parts[5]) = 3 end;
      parts := parts[1:3] || parts[cardinality(parts) - 3:];
      is_short := is_short and length(parts[5]) = 8 and length(parts[6]) = 8;
      form := array['', parts[2], parts[3], 'VCS', parts[4],
        right(parts[5], 4) || substr(parts[5], 3, 2) || left(parts[5], 2),
        right(parts[6], 4) || substr(parts[6], 3, 2) || left(parts[6], 2)];
    end if;
  elsif canonical ~ ('^[A-Z][A-Z]-[5-7]-[0-9]+-[12]-[12]-[0-6]-[0-9]+(?:-| (?:TO|THROUGH|THRU) )'
      || '[A-Z][A-Z]-[5-7]-[0-9]+-[12]-[12]-[0-6]-[0-9]+$') then
    -- Of the Clean Development Mechanism: two halves that differ in the unit's number alone.
    form := array[parts[1], parts[3], parts[10], 'CDM', parts[7], null, null];
    is_short := parts[1:2] = parts[8:9] and parts[4:7] = parts[11:14];
  end if;
  if is_short and length(form[1]) <= 18 and length(form[5]) <= 9
    and length(form[2]) <= 18 and length(form[3]) <= 18
    and (form[6] is null or (form[6] ~ period and form[7] ~ period and form[6] collate "C" <= form[7]
      and length(form[6]) = case form[4] when 'VCS' then 8 else 4 end)) then
    if form[2]::bigint between 1 and form[3]::bigint then
      form[1] := form[4] || case form[4] when 'VCS' then '' when 'CDM' then '-' || form[1]
        else '-' || form[1]::bigint end;
      return array[form[1], form[2]::bigint::text, form[3]::bigint::text, form[4],
        form[5]::bigint::text, form[6], form[7]];
    end if;
  end if;
  return array[canonical, null, null, null, null, null, null];
end $$;

-- The columns are computed anew.
alter table batches
  drop constraint batches_serials_never_meet,
  drop constraint batches_offer_known,
  drop column serial_trunk,
  drop column serial_tonnes;
alter table batches
  add serial_trunk text generated always as ((read_serial(serial_number))[1]) stored,
  add serial_tonnes int8range
    generated always as (tonnes_of_serial(read_serial(serial_number))) stored,
  -- offered: for sale. withdrawn: taken off sale by an operator. conflicting: it met another batch before
  -- this was refused, and never comes back. unread: it came in under a serial that is not read, or that
  -- does not agree with it.
  add constraint batches_offer_known
    check (offer in ('offered', 'withdrawn', 'conflicting', 'unread'));

create temporary table taken_off on commit drop as
select b.id, b.offer as before from batches b where false;

-- What an import would refuse today for its serial.
with read as (
  select b.id, b.offer, b.offer_reason, b.vintage_year, s.issued_kg, p.registry, p.external_id,
    read_serial(b.serial_number) as parts
  from batches b join projects p on p.id = b.project_id left join batch_stock s on s.batch_id = b.id
  where b.offer in ('offered', 'withdrawn') and not b.is_uncompared
), judged as (
  select r.id, r.offer, r.offer_reason, case
    when parts[2] is null then 'Its serial is not in its registry''s form.'
    when parts[4] <> r.registry and not (parts[4] = 'CDM' and r.registry = 'GS')
      then 'Its serial is one of ' || parts[4] || ', not of ' || r.registry || '.'
    when parts[3]::bigint - parts[2]::bigint + 1 is distinct from r.issued_kg / 1000.0
      then 'Its serial spans another number of tonnes.'
    when parts[4] = r.registry and (r.external_id !~ ('^(' || r.registry || ')?[0-9]{1,18}$')
        or substring(r.external_id, '[0-9]{1,18}$')::bigint <> parts[5]::bigint)
      then 'Its serial names another project.'
    when r.vintage_year not between left(parts[6], 4)::int and left(parts[7], 4)::int
      then 'Its serial names another vintage.'
    end as reason
  from read r
), taken as (
  update batches b set offer = 'unread', offer_changed_at = now(), offer_reason = j.reason
    || case j.offer when 'withdrawn' then ' Withdrawn before: ' || j.offer_reason else '' end
  from judged j where j.id = b.id and j.reason is not null
  returning b.id, j.offer
)
insert into taken_off select id, offer from taken;

-- Of batches that meet, the older stays. What meets what is found by index alone: a plan for tables without
-- statistics would compare each batch with all.
create index batches_by_serial on batches using gist (trunk_number(serial_trunk), serial_tonnes);
set local enable_seqscan = off;
set local enable_hashjoin = off;
set local enable_mergejoin = off;
do $$
declare
  met record;
  kept uuid[] := '{}';
  older text;
begin
  for met in
    select b.id, b.offer, b.offer_reason from batches b
    where b.offer in ('offered', 'withdrawn') and exists (select from batches other
      where trunk_number(other.serial_trunk) && trunk_number(b.serial_trunk)
        and other.serial_tonnes && b.serial_tonnes and other.id <> b.id
        and other.offer in ('offered', 'withdrawn'))
    order by b.created_at, b.id
  loop
    select other.serial_number into older
    from batches b join batches other
      on trunk_number(other.serial_trunk) && trunk_number(b.serial_trunk)
        and other.serial_tonnes && b.serial_tonnes
    where b.id = met.id and other.id = any(kept)
    order by other.serial_number limit 1;
    if older is null then
      kept := kept || met.id;
    else
      update batches set offer = 'conflicting', offer_changed_at = now(),
        offer_reason = 'It has tonnes of ' || older || '.'
          || case met.offer when 'withdrawn' then ' Withdrawn before: ' || met.offer_reason else '' end
      where id = met.id;
      insert into taken_off values (met.id, met.offer);
    end if;
  end loop;
end $$;
set local enable_seqscan to default;
set local enable_hashjoin to default;
set local enable_mergejoin to default;
drop index batches_by_serial;

alter table batches
  -- A serial in no grammar has no bounds: it meets its own normal form alone.
  add constraint batches_serials_never_meet
    exclude using gist (trunk_number(serial_trunk) with &&, serial_tonnes with &&)
    where (offer not in ('conflicting', 'unread')),
  add constraint batches_offered_are_read check (offer in ('conflicting', 'unread') or is_uncompared
    or not lower_inf(serial_tonnes));

insert into log_notices (batch_id, kind)
select id, 'withdraw' from taken_off where before = 'offered' order by id;

-- Reports each to the operator, with what was sold of it and who holds that: migrate.ts prints messages of
-- this code. The sweep that ends what has expired releases the kilograms and lets go of the cards.
do $$
declare
  taken record;
  line text;
begin
  for taken in
    select b.id, b.serial_number, b.offer, b.offer_reason, p.registry, p.external_id,
      coalesce(o.sold_kg, 0) as sold_kg
    from taken_off t join batches b on b.id = t.id join projects p on p.id = b.project_id
    left join batch_places o on o.batch_id = b.id order by b.offer, b.serial_number
  loop
    with ended as (
      update purchases set expires_at = now()
      where batch_id = taken.id and state in ('HELD', 'READY') and expires_at > now()
      returning quantity_kg)
    select format('%s of %s %s is off sale (%s). %s %s kg sold, %s reservations of %s kg end.',
      taken.serial_number, taken.registry, taken.external_id, taken.offer, taken.offer_reason,
      taken.sold_kg, count(*), coalesce(sum(quantity_kg), 0)) into line from ended;
    raise notice using message = line, errcode = 'CP001';
    for line in
      select format('  held by %s', string_agg(held, ', ' order by held)) from (
        select format('%s: %s kg', coalesce(p.holder_id::text, 'gifts on their way'), sum(pl.kg)) as held,
          (row_number() over (order by p.holder_id) - 1) / 20 as row
        from present_places pl join purchases p on p.id = pl.purchase_id
        where pl.batch_id = taken.id and p.state = 'COMPLETED'
          and not (p.reversal in ('refunding', 'refunded') and not p.keeps_kilograms)
        group by p.holder_id) as holders
      group by row order by row
    loop
      raise notice using message = line, errcode = 'CP001';
    end loop;
  end loop;
end $$;
