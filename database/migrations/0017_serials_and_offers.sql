-- Serials that cannot meet, and what may be sold. A serial is kept as its registry wrote it; what it
-- says is read into a trunk and a range of whole tonnes, and no two batches share a tonne.

-- Reads a serial in any spelling: trunk, first and last tonne; the last two are null where no form of a
-- registry fits. values/serials.ts reads the same way and says which form is whose. Only functions of
-- pg_catalog are called: a dump is restored without a search path.
create function read_serial(serial text) returns text[]
  language plpgsql immutable strict parallel safe as $$
declare
  canonical text collate "C" := serial;
  parts text[];
  form text[];
begin
  -- Most are written in the one spelling already.
  if canonical !~ '^[0-9A-Z-]+$' or canonical ~ '(^|-)0[0-9]|[0-9]TO[0-9]' then
    canonical := upper(regexp_replace(normalize(canonical, nfkc),
      '[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]', '', 'g'));
    canonical := regexp_replace(canonical,
      '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g');
    canonical := regexp_replace(canonical,
      ' ?[\u002D\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0] ?',
      '-', 'g');
    canonical := regexp_replace(canonical, '(?<![0-9A-Z.])0+(?=[0-9])', '', 'g');
    canonical := btrim(regexp_replace(canonical, '(?<=[0-9]) ?TO ?(?=[0-9])', ' TO ', 'g'), ' ');
  end if;
  parts := string_to_array(canonical, '-');
  if canonical ~ '^GS[0-9]+-.+-[0-9]+-[0-9]+$' then
    -- Gold Standard, whose last two numbers are the tonnes.
    form := array[array_to_string(trim_array(parts, 2), '-')] || parts[cardinality(parts) - 1:];
  elsif canonical ~ '^[0-9]+-[0-9]+-[0-9]+-(VCS|VCU)-' then
    -- Verra, whose units are counted over the whole VCS.
    form := array['VCS'] || parts[2:3];
  elsif canonical ~ '^(ACR|CAR)-.+-[0-9]+ TO [0-9]+$' then
    form := array[array_to_string(trim_array(parts, 1), '-')] ||
      string_to_array(parts[cardinality(parts)], ' TO ');
  else
    -- Of the Clean Development Mechanism: two halves that differ in the third number alone.
    form := regexp_match(canonical,
      '^([A-Z]{2,3}-[0-9]+)-([0-9]+)-([0-9][0-9-]*)-\1-([0-9]+)-\3$');
    form := array[form[1] || '-' || form[3], form[2], form[4]];
  end if;
  -- Numbers of more than 18 digits are none that a registry counts with.
  if greatest(length(form[2]), length(form[3])) <= 18 then
    if form[2]::bigint <= form[3]::bigint then
      return form;
    end if;
  end if;
  return array[canonical, null, null];
end $$;

-- No bounds where no form fits: such a serial is all of its trunk.
create function tonnes_of_serial(parts text[]) returns int8range
  language sql immutable strict parallel safe
  return int8range(parts[2]::bigint, parts[3]::bigint, '[]');

-- A trunk as a range of one number, which the index type of ranges can compare: equality of texts would
-- need the extension btree_gist, which not every server has. Two trunks of one number (one chance in
-- ten million among a million trunks) would refuse each other only where their tonnes are alike as well.
create function trunk_number(trunk text) returns int8range
  language sql immutable strict parallel safe
  return int8range(hashtextextended(trunk, 0) >> 1, hashtextextended(trunk, 0) >> 1, '[]');

alter table batches
  add serial_trunk text generated always as ((read_serial(serial_number))[1]) stored,
  add serial_tonnes int8range
    generated always as (tonnes_of_serial(read_serial(serial_number))) stored,
  -- offered: for sale. withdrawn: taken off sale by an operator. conflicting: it met a larger batch
  -- before this was refused; it keeps its history and never comes back.
  add offer text not null default 'offered' constraint batches_offer_known
    check (offer in ('offered', 'withdrawn', 'conflicting')),
  add offer_reason text,
  add offer_changed_at timestamptz,
  add constraint batches_offer_reasoned check (offer = 'offered' or offer_reason is not null);

-- The registry's own word that took a project out of all lists, or that is not known to us; null for a
-- project that is listed.
alter table projects add unlisted_status text;

-- Of batches that meet, the largest stays, of equal ones the older. What meets what is found by index
-- alone: a plan for tables without statistics would compare each batch with all.
create index batches_by_serial on batches using gist (trunk_number(serial_trunk), serial_tonnes);
set local enable_seqscan = off;
set local enable_hashjoin = off;
set local enable_mergejoin = off;
do $$
declare
  met record;
  kept uuid[] := '{}';
  larger text;
begin
  for met in
    select b.id from batches b left join batch_stock s on s.batch_id = b.id
    where exists (select from batches other
      where trunk_number(other.serial_trunk) && trunk_number(b.serial_trunk)
        and other.serial_tonnes && b.serial_tonnes and other.id <> b.id)
    order by s.issued_kg desc nulls last, b.created_at, b.id
  loop
    select other.serial_number into larger
    from batches b join batches other
      on trunk_number(other.serial_trunk) && trunk_number(b.serial_trunk)
        and other.serial_tonnes && b.serial_tonnes
    where b.id = met.id and other.id = any(kept)
    order by other.serial_number limit 1;
    if larger is null then
      kept := kept || met.id;
    else
      update batches set offer = 'conflicting', offer_changed_at = now(),
        offer_reason = 'It has tonnes of ' || larger || '.'
      where id = met.id;
    end if;
  end loop;
end $$;
set local enable_seqscan to default;
set local enable_hashjoin to default;
set local enable_mergejoin to default;
drop index batches_by_serial;

alter table batches add constraint batches_serials_never_meet
  exclude using gist (trunk_number(serial_trunk) with &&, serial_tonnes with &&)
  where (offer <> 'conflicting');
create index batches_not_offered on batches (offer) where offer <> 'offered';
