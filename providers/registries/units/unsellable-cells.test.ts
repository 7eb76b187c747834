// Tests which cells mean that units may not be sold, in seven languages, and which texts do not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unsellableCells } from './unsellable-cells.ts'

/** As registries and their translators write them. */
const unsellable = [
  ...['Retired', 'RETIREMENT', 'Retired for ACME', 'Cancelled', 'canceled', 'Expired', 'On hold'],
  ...[
    'Held',
    'Pending',
    'Pending issuance',
    'planned',
    'Buffer',
    'Buffer pool',
    'Reserved',
    'Frozen',
  ],
  ...[
    'transferred out',
    'Withdrawn',
    'Suspended',
    'not yet issued',
    'ex-ante',
    'Locked',
    'In escrow',
  ],
  ...['Retirement account', 'has been retired', 'Already cancelled', 'used for offsetting', 'Sold'],
  ...['ingetrokken', 'Geannuleerd', 'gepland', 'in afwachting', 'Gereserveerd', 'Verlopen'],
  ...['geblokkeerd', 'in de wacht', 'Bufferrekening', 'overgedragen', 'niet uitgegeven'],
  ...['Retiré', 'retirés du marché', 'Annulé', 'Annulées', 'en attente', 'Prévu', 'Planifiés'],
  ...['Réservé', 'Bloqué', 'Compte tampon', 'Compte de retrait', 'transféré', 'Expiré', 'Suspendu'],
  ...['retirado', 'Retiradas', 'Cancelado', 'Anulado', 'pendiente', 'en espera', 'Planificado'],
  ...['Reservado', 'Bloqueado', 'Cuenta de retiro', 'Vencido', 'Transferido', 'no emitido'],
  ...['ritirato', 'Ritirate per ACME', 'Annullato', 'Cancellati', 'in attesa', 'Sospeso'],
  ...['Pianificato', 'Riservato', 'Bloccato', 'Scaduto', 'trasferiti', 'Non emesso', 'previsto'],
  ...['stillgelegt', 'Stilllegung', 'Gelöscht', 'geloescht', 'Storniert', 'annulliert', 'geplant'],
  ...['Ausstehend', 'gesperrt', 'Reserviert', 'Pufferkonto', 'Übertragen', 'zurückgezogen'],
  ...['abgelaufen', 'in Prüfung', 'noch nicht ausgegeben', 'entwertet'],
  ...['iptal', 'İptal edildi', 'İPTAL EDİLMİŞ', 'emekliye ayrıldı', 'beklemede', 'Planlanan'],
  ...[
    'Rezerve',
    'bloke',
    'askıda',
    'ASKIYA ALINDI',
    'süresi doldu',
    'devredildi',
    'Satıldı',
    'tampon',
  ],
]
/** Columns outside of the schema, some of them for a status. */
const columns = [
  ...[
    'Estado',
    'Statut',
    'Stato',
    'Durum',
    'Zustand',
    'Toestand',
    'Unit Status',
    'Reason',
    'Motivo',
  ],
  ...[
    'Account',
    'Notes',
    'Remarks',
    'Açıklama',
    'Type',
    'Column 7',
    'X',
    'État',
    'label',
    'Project Status',
  ],
  ...['State', 'Block', 'Account Name'],
]

const signs = fc.constantFrom('', ' ', ' for ACME', ' (2025-01-02)', '; 5 t', ' - ACME', '.', ' 12')
const cases = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLocaleUpperCase('tr'),
  (text: string) => text.normalize('NFD'),
  (text: string) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  (text: string) => `  ${text.replaceAll(' ', '_')} `,
  (text: string) => `Verra / ${text}`,
  (text: string) =>
    text.replace(/[aeo]/, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter),
)

describe('a cell with a word for units that may not be sold', () => {
  it.each(unsellable)('%j is seen', (text) => {
    expect(unsellableCells({ X: text })).toEqual([{ column: 'X', text, by: 'word' }])
  })

  it.each([
    ['Transferred out', 'yes'],
    ['Units on hold', '500'],
    ['Hold', 'Y'],
    ['Availability', 'Not available'],
    ['Credit Status', '??'],
    ['Is cancelled', '✓'],
    ['Notes', 'Mis en réserve'],
    ['Remark', 'Withheld'],
  ])('the column %j with %j is seen', (column, text) => {
    expect(unsellableCells({ [column]: text })).toHaveLength(1)
  })

  it.each([
    ...[
      '2025-03-04 retired',
      '1,200 t cancelled',
      '12.5 % sold',
      'These units were retired by ACME',
    ],
    ...[
      'CORSIA cancelled',
      'AFOLU buffer',
      'ACME account: 12 credits cancelled',
      'ACME has retired it',
    ],
    ...['On behalf of ACME', 'In the name of ACME', 'not verified', 'Future delivery in 2027'],
    ...['Für ACME stillgelegt', 'Diese Einheiten wurden gelöscht von ACME', 'Im Namen von ACME'],
    ...['Ces crédits sont annulés depuis 2024', 'Pour le compte de ACME', '50 % ritirati'],
    ...['Estos créditos fueron retirados por ACME', 'door ACME geannuleerd', 'ACME için iptal'],
  ])('%j is seen in a note', (text) => {
    expect(unsellableCells({ Note: text })).toEqual([{ column: 'Note', text, by: 'word' }])
  })

  it('is found in any column, case and spelling, with any text after it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...columns),
        fc.constantFrom(...unsellable),
        cases,
        signs,
        (column, text, change, sign) => {
          expect(
            unsellableCells({ status: 'ISSUED', [column]: `${change(text)}${sign}` }),
          ).toHaveLength(1)
        },
      ),
      { numRuns: 3_000 },
    )
  })
})

describe('a column for a status, a use or a reason', () => {
  const own = [
    ...['Credit Status', 'unitStatus', 'Reason', 'Retirement Date', 'RETIREMENTREASON'],
    ...['Beneficiary', 'Retired', 'Is retired', 'Retirement/Cancellation Date'],
    ...['On hold', 'Geplant', 'Annulé', 'Reserved'],
  ]
  const plain = [
    ...['', '-', 'N/A', 'none', '0', 'No', 'Issued', 'ACTIVE', 'available', 'Uitgegeven', 'actief'],
    ...['geen', 'Émis', 'disponible', 'aucun', 'non', 'Emitido', 'activos', 'ninguno', 'emesso'],
    ...['attivo', 'nessuno', 'Ausgegeben', 'aktiv', 'verfügbar', 'keine', 'nein', 'ihraç edildi'],
    ...['aktif', 'mevcut', 'yok', 'hayır'],
  ]

  it.each(own)('%j may hold plain words', (column) => {
    for (const text of plain) expect(unsellableCells({ [column]: text }), text).toEqual([])
  })

  it('may contain no other text', () => {
    const folded = new Set(plain.map((text) => text.toLowerCase()))
    const anything = fc.stringMatching(/^[A-Za-zäéğ]{3,12}( [a-z0-9]{1,8})?$/)
    const others = anything.filter((text) => !folded.has(text.toLowerCase()))
    fc.assert(
      fc.property(fc.constantFrom(...own), others, (column, text) => {
        fc.pre(!/^(?:null|nil|false|open|unused|vigente|satilik|offen|etkin|musait)/i.test(text))
        fc.pre(
          !/^(?:disponibil|ausgestellt|emiss?|emess|emis|activ|attiv|neant|kein|ningun)/i.test(
            text,
          ),
        )
        expect(unsellableCells({ [column]: text })).toHaveLength(1)
      }),
    )
  })
})

describe('a cell of another kind', () => {
  it.each([
    ['project_name', 'Retired Mine Methane Project'],
    ['Proponent', 'Planned Grazing on Reserved Land Ltd'],
    ['Project Site Location', 'Locked Mountains'],
    ['description', 'Cancelled'],
    ['developer', 'Buffer Ltd'],
    ['Account Holder', 'ACME Carbon'],
    ['label', 'Emission Reduction'],
    ['Project Type', 'Planned deforestation'],
    ['State', 'Kansas'],
    ['Project Site State', 'Kansas'],
    ['Project Status', 'Registered'],
    ['Verification Status', 'Verified'],
    ['Methodology', 'Cancelled wells'],
    ['Website', 'Not available'],
    ['Additional Certifications', 'CCB-Biodiversity Gold'],
    ['Category', 'Avoided Planned Deforestation'],
    ['monitoring_start', '2024-01-01'],
    ['Size', 'Large Scale'],
    ['Status date', '2026-04-13'],
    ['Note', '?'],
    ['Note', '0 retired'],
    ['Note', 'No units were retired'],
    ['Note', 'None of these credits were cancelled'],
    ['Note', 'These credits have not been retired'],
    ['Note', 'Keine Einheiten wurden gelöscht'],
    ['Note', 'Aucun crédit annulé'],
    ['Note', 'Avoidance of planned deforestation'],
    ['Note', 'A forest with a buffer zone of 200 m'],
    ['Note', 'A forest next to a reserve'],
    ['Note', '5000 beneficiaries'],
    ['Note', 'Stoves that replaced open fires'],
    ['product', 'VER'],
    ['carbon_stream', 'GS_VER'],
    ['Credits left', '12,000'],
  ])('the column %j may hold %j', (column, text) => {
    expect(unsellableCells({ [column]: text })).toEqual([])
  })
})
