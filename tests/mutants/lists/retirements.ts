// Faults of retirements, certificates, the public figures and the log.
import type { FaultyFile } from '../fault.ts'

export const retirements: readonly FaultyFile[] = [
  {
    file: 'features/retirements/correct-retirement.ts',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'a correction’s reason is a file',
        find: 'const reasonMaxLength = 500',
        replace: 'const reasonMaxLength = 5_000',
      },
      {
        fault: 'a correction’s reason is its reference',
        find: 'await writeCorrections(tx, corrections, words)',
        replace: 'await writeCorrections(tx, corrections, reference)',
      },
      {
        fault: 'a correction’s audit names one batch of several',
        find: 'await audit(tx, [...new Set(records.map(({ batch_id }) => batch_id)), reference])',
        replace: 'await audit(tx, [records[0]?.batch_id ?? reference, reference])',
      },
    ],
  },
  {
    file: 'features/retirements/fill-tonnes.ts',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'the very last kilograms of a batch fill no tonne',
        find: 'quantityKg <= (availableKg.get(batchId) ?? 0)',
        replace: 'quantityKg < (availableKg.get(batchId) ?? 0)',
      },
    ],
  },
  {
    file: 'features/retirements/list-parts.ts',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'a single last place is forgotten',
        find: 'if (next <= places.last)',
        replace: 'if (next < places.last)',
      },
    ],
  },
  {
    file: 'features/retirements/retirement-queries.ts',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'a retirement that ends at the first place is not found',
        find: 'first_place <= $3 and last_place >= $2',
        replace: 'first_place <= $3 and last_place > $2',
      },
      {
        fault: 'a retirement that begins at the last place is not found',
        find: 'first_place <= $3 and last_place >= $2',
        replace: 'first_place < $3 and last_place >= $2',
      },
    ],
  },
  {
    file: 'features/retirements/retired-sql.ts',
    tests: ['features/retirements/reversals.test.ts'],
    faults: [
      {
        fault: 'a single retired kilogram is missing in the profile',
        find: 'and r.last_place >= pl.first_place\n',
        replace: 'and r.last_place > pl.first_place\n',
      },
      {
        fault: 'retired kilograms of a lost dispute stay in the profile',
        find: "and ${sqlStands('held')}\n",
        replace: '\n',
      },
    ],
  },
  {
    file: 'features/retirements/retired-sql.ts',
    tests: [
      'features/retirements/retirements.test.ts',
      'features/purchases/replace/replace-batch.test.ts',
    ],
    faults: [
      {
        fault: 'a purchase’s single retired kilogram is told as allocated',
        find: 'and r.last_place >= ${p}.first_place)`',
        replace: 'and r.last_place > ${p}.first_place)`',
      },
      {
        fault: 'the single retired kilogram of what stands in is told as allocated',
        find: 'and r.last_place >= w.first_place))',
        replace: 'and r.last_place > w.first_place))',
      },
      {
        fault: 'what was replaced is told as present',
        find: "'is_present', w.replaced_by is null",
        replace: "'is_present', w.replaced_by is not null",
      },
    ],
  },
  {
    file: 'features/retirements/place-ranges.ts',
    tests: ['features/retirements/place-ranges.test.ts'],
    faults: [
      {
        fault: 'more than is due is taken',
        find: ' || taken.last > oldest.last) return null',
        replace: ') return null',
      },
    ],
  },
  {
    file: 'features/certificates/shown-name.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'the longest name is too long',
        find: 'lengthOf(name) > certificateNameMax',
        replace: 'lengthOf(name) >= certificateNameMax',
      },
    ],
  },
  {
    file: 'features/certificates/certificate-words.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'a demonstration’s certificate passes for a real one',
        find: "standing.some(({ isDemo }) => isDemo) ? textIn(language, 'certificates_demo') : null",
        replace: 'null',
      },
    ],
  },
  {
    file: 'features/certificates/certificate-words.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'kilograms of a demonstration pass for real ones beside real ones',
        find: 'standing.some(({ isDemo }) => isDemo)',
        replace: 'standing.every(({ isDemo }) => isDemo)',
      },
    ],
  },
  {
    file: 'features/certificates/standing-words.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'no way leads to the registry',
        find: 'url: block.registryUrl,',
        replace: 'url: null,',
      },
    ],
  },
  {
    file: 'features/certificates/drawing.ts',
    tests: ['features/certificates/drawing.test.ts'],
    faults: [
      {
        fault: 'kilograms in the zone have no place of their own',
        find: "KG${String(kg).padStart(5, '0')}",
        replace: 'KG${String(kg)}',
      },
      {
        fault: 'the zone names no country',
        find: '`C<${country}<${words}`',
        replace: '`C<${words}`',
      },
    ],
  },
  {
    file: 'features/certificates/check-proofs.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'the audit looks at the first certificates only',
        find: 'some.length < atOnce ?',
        replace: 'some.length <= atOnce ?',
      },
    ],
  },
  {
    file: 'features/certificates/public-routes.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'a cache hands a picture to readers of other languages',
        find: "void reply.header('vary', languageVary)\n      return sendDrawing(request, reply, { draw, job, kind: 'png'",
        replace: "return sendDrawing(request, reply, { draw, job, kind: 'png'",
      },
      {
        fault: 'others’ pages cannot read the facts',
        find: 'config: { ...config, anyOrigin: true }',
        replace: 'config',
      },
    ],
  },
  {
    file: 'features/transparency/transparency-routes.ts',
    tests: ['features/transparency/transparency.test.ts'],
    faults: [
      {
        fault: 'the address of the checkpoint is the key’s',
        find: 'checkpoint_url: `${publicUrl}/log/checkpoint`',
        replace: 'checkpoint_url: `${publicUrl}/log/key`',
      },
    ],
  },
  {
    file: 'features/transparency/transparency-page.ts',
    tests: ['features/transparency/transparency.test.ts'],
    faults: [
      {
        fault: 'back leads forward',
        find: 'before: some(page > 1, { href: paths.page(page - 1) })',
        replace: 'before: some(page > 1, { href: paths.page(page + 1) })',
      },
      {
        fault: 'the second page has no way back',
        find: 'before: some(page > 1,',
        replace: 'before: some(page > 2,',
      },
      {
        fault: 'two pages have no ways between them',
        find: 'turns: some(pageCount > 1)',
        replace: 'turns: some(pageCount > 2)',
      },
      {
        fault: 'the last page leads on',
        find: 'after: some(page < pageCount,',
        replace: 'after: some(page <= pageCount,',
      },
      {
        fault: 'a batch’s retired kilograms stand for its due ones',
        find: 'due: number(each.dueKg)',
        replace: 'due: number(each.retiredKg)',
      },
      {
        fault: 'nothing says that nothing was issued',
        find: 'none: some(batches.length === 0)',
        replace: 'none: some(batches.length > 0)',
      },
      {
        fault: 'nothing says that the log is to begin',
        find: 'nolog: some(log === null)',
        replace: 'nolog: some(log !== null)',
      },
      {
        fault: 'every page is the last',
        find: 'page: number(page),',
        replace: 'page: number(pageCount),',
      },
      {
        fault: 'the log is as large as the list of batches',
        find: 'size: number(log.size), root',
        replace: 'size: number(batches.length), root',
      },
      {
        fault: 'what is due in all is retired',
        find: 'retired: number(total.retiredKg),',
        replace: 'retired: number(total.dueKg),',
      },
    ],
  },
  {
    file: 'features/transparency/read-transparency.ts',
    tests: [
      'features/transparency/read-transparency.test.ts',
      'features/transparency/transparency.test.ts',
    ],
    faults: [
      {
        fault: 'a full last page leads to an empty one',
        find: 'Math.ceil(figures.batchCount / batchesPerPage)',
        replace: 'Math.floor(figures.batchCount / batchesPerPage) + 1',
      },
      {
        fault: 'a failure is kept for everybody',
        find: '    found.catch(() => kept.delete(page))\n',
        replace: '    found.catch(() => undefined)\n',
      },
      {
        fault: 'a page that was asked for just now is forgotten first',
        find: '    kept.delete(page)\n',
        replace: '',
      },
      {
        fault: 'every page that was ever asked for is kept',
        find: 'if (kept.size > keptPages && oldest !== undefined)',
        replace: 'if (kept.size > 10 * keptPages && oldest !== undefined)',
      },
    ],
  },
  {
    file: 'features/log/verify/verify-log.ts',
    tests: ['features/log/verify/verify-log.test.ts'],
    faults: [
      {
        fault: 'entries are numbered anew in each bundle',
        find: 'rules.take(size + place, entry)',
        replace: 'rules.take(place, entry)',
      },
      {
        fault: 'the faults of a broken log have no end',
        find: 'if (wrong !== null && faults.length < faultsMax)',
        replace: 'if (wrong !== null)',
      },
    ],
  },
  {
    file: 'features/log/verify/published-log.ts',
    tests: ['features/log/verify/verify-log.test.ts'],
    faults: [
      {
        fault: 'the last bundle of a long log is not asked for',
        find: 'if (index + bundlesAtOnce < count) ask',
        replace: 'if (index + bundlesAtOnce < count - 1) ask',
      },
    ],
  },
  {
    file: 'features/log/tree/signed-note.ts',
    tests: ['features/log/tree/tree.test.ts'],
    faults: [
      {
        fault: 'a key’s word for another log is taken for this one',
        find: 'origin === key.name && read.root.length',
        replace: 'read.root.length',
      },
      {
        fault: 'a signature under another key’s id is taken',
        find: '  if (!bytes.subarray(0, keyIdBytes).equals(id)) return false\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/retirements/retirement-queries.ts',
    tests: ['features/retirements/reversals.test.ts'],
    faults: [
      {
        fault: 'retired tonnes wait for a dispute',
        find: '(whole.places * reversed.places - retired.places - replaced.places)',
        replace: '(whole.places * reversed.places - replaced.places)',
      },
      {
        fault: 'a tonne whose last kilogram is disputed is due',
        find: '(r.first_place - 1) / 1000 * 1000 + 1',
        replace: 'r.first_place / 1000 * 1000 + 1',
      },
      {
        fault: 'a dispute holds back the last kilogram of the tonne before its own',
        find: '(r.first_place - 1) / 1000 * 1000 + 1,',
        replace: '(r.first_place - 1) / 1000 * 1000,',
      },
    ],
  },
  {
    file: 'features/retirements/retirement-queries.ts',
    tests: ['features/purchases/replace/replace-batch.test.ts'],
    faults: [
      {
        fault: 'a tonne whose last kilogram was replaced is due',
        find: '(w.first_place - 1) / 1000 * 1000 + 1',
        replace: 'w.first_place / 1000 * 1000 + 1',
      },
      {
        fault: 'the tonne behind a replaced one is never due',
        find: "(w.first_place + w.kg - 2) / 1000 * 1000 + 1001)), '{}') as places\n     from purchase_places w where",
        replace:
          "(w.first_place + w.kg - 1) / 1000 * 1000 + 1001)), '{}') as places\n     from purchase_places w where",
      },
    ],
  },
  {
    file: 'features/retirements/retirement-queries.ts',
    tests: ['features/transparency/transparency.test.ts'],
    faults: [
      {
        fault: 'a batch stands on two pages of the figures',
        find: 'order by sold_kg desc, registry, serial_number limit',
        replace: 'order by sold_kg desc, registry limit',
      },
    ],
  },
  {
    file: 'features/retirements/retirement-queries.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'a batch is due once a log',
        find: 'logs.number = l.log_number and logs.closed_at is null)',
        replace: 'logs.number = l.log_number)',
      },
    ],
  },
  {
    file: 'features/purchases/replace/replace-batch.ts',
    tests: ['operator/commands/retirement-commands.test.ts'],
    faults: [
      {
        fault: 'a replacement’s audit names one batch',
        find: 'await audit(tx, [former, present])',
        replace: 'await audit(tx, [former])',
      },
    ],
  },
]
