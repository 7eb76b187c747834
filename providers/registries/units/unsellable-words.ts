// Lists the words of seven languages for units that may not be sold. Each list is comma-separated. An entry
// is a part of a regular expression that is matched against folded words: small Latin letters without accents.

export type StatusWords = {
  /** A cell that is one of these, or begins with one, says that the units may not be sold. */
  readonly unsellable: string
  /** Words that count only as the whole cell, because many other texts begin with them. */
  readonly unsellableAlone: string
  /** A cell that begins with one of these says for whom the units were used. */
  readonly onBehalf: string
  /** Words that allow a sale, in cells of status columns. */
  readonly sellable: string
  /** Other cells of status and use columns that do not forbid a sale. */
  readonly plain: string
  /** Units and verbs. After one, an unsellable word counts anywhere in a cell: `credits were retired`. */
  readonly links: string
  /** Other words before the status that do not change it: `the`, `of`. */
  readonly fillers: string
  /** Words before an unsellable word inside a cell that deny it: `no units retired`. */
  readonly negations: string
}

const en: StatusWords = {
  unsellable: `
    retire[ds]?, retiring, retirements?, cancell?(?:ed|ations?|ing), withdrawn, expired, lapsed,
    revoked, invalid(?:ated)?, void(?:ed)?, annulled, deleted, suspended, suspension, on hold,
    held, frozen, blocked, locked, quarantined?, reserved, encumbered, pledged, escrow(?:ed)?,
    earmarked, buffer(?:ed)?, pooled, pending, planned, forecast(?:ed)?, provisional, draft,
    proposed, unissued, not (?:yet )?(?:issued|verified|active|sellable|saleable|tradable), not for sale,
    to be issued, pre issuance, ex ante, requested, awaiting,
    under (?:review|dispute|investigation), in (?:review|dispute|escrow|process|progress),
    disputed, seized, rejected, refused, terminated, inactive, deactivated, transferred,
    transfer (?:out|pending), outgoing, exported, sold, consumed, surrendered, redeemed,
    redemption, burn(?:ed|t), used(?: (?:by|for|up)), claimed, relinquished, forfeited, reversed,
    replaced, compensated, unavailable, withheld, committed, deregistered, delisted,
    under contract, allocated to, assigned to, retained, converted, bridged, tokeni[sz]ed,
    returned, disabled, archived, (?:future|forward) deliver(?:y|ies)
  `,
  unsellableAlone: `
    used, closed, hold, future, forward, projected, estimated, expected, anticipated, prospective,
    lost, stopped, paused, processing
  `,
  onBehalf: `
    on behalf, for the benefit, using entity, end user, used by, claimed by, beneficial owners?,
    in the name of
  `,
  sellable: 'issued, active, available, for sale, sellable, sale?able, trad(?:e?able|ing)',
  plain: 'none, no, open, unused, not used',
  links: `
    accounts?, credits?, units?, vcus?, vers?, already, fully, partl?y, partially, permanently,
    temporarily, now, currently, was, were, been, has, have, is, are, be
  `,
  fillers: 'status, the, these, those, in, to, for, of, all',
  negations: 'no, not, non, none, never, without, nothing',
}

const nl: StatusWords = {
  unsellable: `
    ingetrokken, intrekking, geannuleerde?, annulering, afgeboekte?, geschrapte?, verlopen,
    vervallen, ongeldige?, opgeschorte?, aangehouden, in de wacht, in afwachting, in behandeling,
    wachtend, geplande?, voorzien, verwachte?, gereserveerde?, geblokkeerde?, bevroren,
    buffer\\w*, overgedragen, overgeboekte?, verkochte?, gebruikte?, verbruikte?,
    niet (?:uitgegeven|geverifieerd|te koop|actief), inactieve?, afgewezen, geweigerde?, teruggetrokken,
    verwijderde?, ingeleverde?, in reserve, toekomstige levering\\w*
  `,
  unsellableAlone: 'gesloten, toekomstige?',
  onBehalf: 'namens',
  sellable: 'uitgegeven, actief, beschikbaar, te koop, verkoopbaar, verhandelbaar',
  plain: 'geen, nee, n v t, nvt, niet gebruikt',
  links: 'rekening, eenheden, credits?, reeds, al, werd(?:en)?, zijn, is',
  fillers: 'de, het, voor, van',
  negations: 'niet, geen, nooit, zonder',
}

const fr: StatusWords = {
  unsellable: `
    retire(?:es?|s)?, retraits?, annul(?:e(?:es?|s)?|ations?), radie(?:es?|s)?, expire(?:es?|s)?,
    perime(?:es?|s)?, revoque(?:es?|s)?, invalide(?:es?|s)?, suspendue?s?, gele(?:es?|s)?,
    bloque(?:es?|s)?, reserve(?:es?|s), reservee?s?, en attente, en cours, en suspens,
    planifie(?:es?|s)?, prevue?s?, programme(?:es?|s), previsionnel(?:le)?s?, projete(?:es?|s)?,
    tampons?, transfere(?:es?|s)?, vendue?s?, utilise(?:es?|s)?, consomme(?:es?|s)?,
    non (?:emis(?:es?)?|verifiee?s?|disponibles?|actif), pas (?:encore )?emis(?:es?)?, inactifs?, inactives?,
    rejete(?:es?|s)?, refuse(?:es?|s)?, supprime(?:es?|s)?, restitue(?:es?|s)?,
    mis(?:es?)? (?:hors|en reserve), en reserve, a emettre,
    livraisons? futures?
  `,
  unsellableAlone: 'fermee?s?, futur(?:es?|s)?, reserve',
  onBehalf: 'pour le compte, au nom',
  sellable: 'emis(?:es?)?, acti(?:fs?|ves?), disponibles?, a vendre, en vente, vendables?',
  plain: 'aucune?s?, non, neant, sans objet',
  links: 'compte, credits?, unites?, deja, ete, ont, est, sont',
  fillers: 'a, de, du, des, les',
  negations: 'non, pas, aucune?s?, jamais, sans',
}

const es: StatusWords = {
  unsellable: `
    retir(?:ad[oa]s?|o), cancel(?:ad[oa]s?|acion(?:es)?), anul(?:ad[oa]s?|acion(?:es)?),
    vencid[oa]s?, caducad[oa]s?, expirad[oa]s?, revocad[oa]s?, invalid(?:ad)?[oa]s?,
    suspendid[oa]s?, retenid[oa]s?, congelad[oa]s?, bloquead[oa]s?, reservad[oa]s?, pendientes?,
    en (?:espera|tramite|proceso|revision|disputa), planificad[oa]s?, planead[oa]s?,
    previst[oa]s?, proyectad[oa]s?, programad[oa]s?, provisional(?:es)?, fondo de reserva,
    en reserva, reserva (?:de )?(?:buffer|amortiguacion), transferid[oa]s?, vendid[oa]s?,
    utilizad[oa]s?, usad[oa]s?, consumid[oa]s?, redimid[oa]s?,
    no (?:emitid[oa]s?|verificad[oa]s?|disponibles?|activ[oa]s?|vendibles?), por emitir, inactiv[oa]s?,
    rechazad[oa]s?, eliminad[oa]s?, amortizad[oa]s?, entregad[oa]s?, devuelt[oa]s?,
    entregas? futuras?
  `,
  unsellableAlone: 'cerrad[oa]s?, futur[oa]s?',
  onBehalf: 'en nombre de, por cuenta de',
  sellable: 'emitid[oa]s?, activ[oa]s?, disponibles?, vigentes?, en venta, vendibles?',
  plain: 'ningun[oa]?, no aplica, sin usar',
  links: 'cuenta, creditos?, unidad(?:es)?, ya, ha, han, sido, fue, fueron',
  fillers: 'de, del, los',
  negations: 'no, ningun[oa]?s?, nunca, sin',
}

const it: StatusWords = {
  unsellable: `
    ritir(?:at[oaie]|o), cancell(?:at[oaie]|azion[ei]), annull(?:at[oaie]|ament[oi]),
    stornat[oaie], scadut[oaie], revocat[oaie], invalid(?:at)?[oaie], estint[oaie], sospes[oaie],
    trattenut[oaie], congelat[oaie], bloccat[oaie], riservat[oaie], prenotat[oaie],
    in (?:attesa|sospeso|corso|revisione), pendent[ei], pianificat[oaie], previst[oaie],
    programmat[oaie], provvisori[oae]?, fondo di riserva, in riserva, dismess[oaie], cuscinetto,
    trasferit[oaie], vendut[oaie], utilizzat[oaie], usat[oaie], consumat[oaie],
    non (?:emess[oaie]|verificat[oaie]|disponibil[ei]|attiv[oaie]|vendibil[ei]), da emettere, inattiv[oaie],
    rifiutat[oaie], respint[oaie], eliminat[oaie], restituit[oaie], riscattat[oaie],
    consegn[ae] futur[ae]
  `,
  unsellableAlone: 'chius[oaie], futur[oaie]',
  onBehalf: 'per conto',
  sellable: 'emess[oaie], attiv[oaie], disponibil[ei], in vendita, vendibil[ei]',
  plain: 'nessun[oa]?, non applicabile',
  links: 'conto, crediti, unita, gia, sono, stat[oaie]',
  fillers: 'e, di, del(?:la)?, i, le',
  negations: 'non, nessun[oa]?, mai, senza',
}

const de: StatusWords = {
  unsellable: `
    still(?:gelegt\\w*|legung\\w*), ge?loe?scht\\w*, loe?schung\\w*, stornier(?:t\\w*|ung\\w*),
    storno\\w*, annullier(?:t\\w*|ung\\w*), entwertet\\w*, entwertung\\w*, abgelaufen\\w*,
    verfallen\\w*, ungue?ltig\\w*, widerrufen\\w*, zurue?ckgezogen\\w*, zurue?ckgestellt\\w*,
    ausgesetzt\\w*, angehalten\\w*, gesperrt\\w*, blockiert\\w*, eingefroren\\w*, reserviert\\w*,
    vorgemerkt\\w*, ausstehend\\w*, anhae?ngig\\w*, schwebend\\w*,
    in (?:bearbeitung|prue?fung|vorbereitung), wartend\\w*, geplant\\w*, vorgesehen\\w*,
    prognostiziert\\w*, vorlae?ufig\\w*, beantragt\\w*, puffer\\w*, ue?bertragen\\w*,
    transferiert\\w*, verkauft\\w*, verwendet\\w*, verbraucht\\w*, eingelo?e?st\\w*,
    nicht (?:ausgegeben|ausgestellt|verifiziert|verfue?gbar|aktiv|verkae?uflich), noch nicht, inaktiv\\w*,
    abgelehnt\\w*, entfernt\\w*, abgegeben\\w*, ausgebucht\\w*, in reserve, ausser betrieb,
    (?:zu)?kue?nftige lieferung\\w*
  `,
  unsellableAlone: 'geschlossen\\w*, zukue?nftig\\w*, genutzt',
  onBehalf: 'im namen, im auftrag',
  sellable: 'ausgegeben, ausgestellt, aktiv, verfue?gbar, verkae?uflich, handelbar',
  plain: 'keine?r?s?, nein, entfae?llt, nicht verwendet, offen',
  links: 'konto, einheiten, zertifikate, bereits, schon, wurden?, sind, ist',
  fillers: 'im, die, fue?r',
  negations: 'nicht, keine?, nie, ohne',
}

const tr: StatusWords = {
  unsellable: `
    iptal\\w*, emekli\\w*, geri cekil\\w*, kullanimdan\\w*, itfa\\w*, suresi (?:dol|bit|gec)\\w*,
    gecersiz\\w*, askida\\w*, askiya\\w*, bekle(?:mede|yen|niyor)\\w*, bekliyor\\w*, dondurul\\w*,
    bloke\\w*, engellen\\w*, kilitl\\w*, rezerv\\w*, ayril(?:di|mis)\\w*, planla\\w*, planli\\w*,
    ongorul\\w*, tahmini, taslak\\w*, tampon\\w*, devredil\\w*, transfer (?:edil|olun)\\w*,
    aktaril\\w*, satil(?:di|mis)\\w*, kullanil(?:di|mis)\\w*, tuketil\\w*, ihrac edilme\\w*,
    henuz\\w*, pasif\\w*, (?:aktif|etkin|mevcut|dogrulanmis) degil, gelecek teslim\\w*, reddedil\\w*, silin(?:di|mis)\\w*,
    iade\\w*, satilik degil, onay bekl\\w*, inceleniyor\\w*
  `,
  unsellableAlone: 'kapali, gelecek, kapatildi',
  onBehalf: 'adina',
  sellable: 'ihrac edil(?:di|mis), aktif, etkin, mevcut, musait, kullanilabilir, satilik, satista',
  plain: 'yok, hayir, hicbiri',
  links: 'hesap, hesabi, krediler, birimler, zaten, artik',
  fillers: 've',
  negations: 'hic, hicbir',
}

export const statusWords = { en, nl, fr, es, it, de, tr } as const
