// Tests the status of a project for every word that the registries use.
import { describe, expect, it } from 'vitest'
import { registryStateOf } from './registry-status.ts'

describe('project status', () => {
  it.each([
    ['Verified', 'Verified'],
    ['Certified Design', 'Certified Design'],
    ['LISTED', 'Listed'],
    ['GOLD_STANDARD_CERTIFIED_PROJECT', 'Verified'],
    ['GOLD_STANDARD_CERTIFIED_DESIGN', 'Certified Design'],
    ['Registered', 'Verified'],
    ['Under development', 'Listed'],
    ['Under validation', 'Listed'],
    ['Registration requested', 'Certified Design'],
    ['Registration and verification approval requested', 'Certified Design'],
    ['Crediting period renewal requested', 'Verified'],
    ['Crediting period renewal and verification approval requested', 'Verified'],
    ['Units transferred from approved GHG program', 'Verified'],
    [' registered ', 'Verified'],
  ])('%j is %s', (word, status) => {
    expect(registryStateOf(word)).toEqual({ kind: 'known', status })
  })

  it.each([
    ...[
      'Withdrawn',
      'Rejected by Administrator',
      'Inactive',
      'Cancelled',
      'canceled',
      'Terminated',
    ],
    ...['Registration revoked', 'On Hold', 'Suspended', 'De-registered', 'WITHDRAWN'],
    ...['PROJECT_WITHDRAWN', 'ON_HOLD', 'on-hold', 'Deactivated', 'Not active', 'Removed'],
    ...['Delisted', 'Decertified', 'Discontinued', 'Invalidated', 'Annulled', 'Denied'],
    ...['Excluded', 'Lapsed', 'Void', 'Voided', 'Deregistered'],
  ])('a project that is %j has ended', (word) => {
    expect(registryStateOf(word)).toEqual({ kind: 'ended', word })
  })

  it.each([
    'Brilliant',
    'constructor',
    'Withdrawal requested',
    '',
    'Active',
    'Late to verify',
    'Crediting period expired',
  ])('does not guess at %j', (word) => {
    expect(registryStateOf(word)).toEqual({ kind: 'unknown', word })
  })
})
