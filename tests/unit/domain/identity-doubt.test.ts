import { expect, test } from 'vitest'
import { isOwnerNamed } from '#domain/identity-doubt.ts'

const ACCOUNT = { cardNumber: '6037991234561804', sheba: 'IR120170000000000000002180' }

test.each([
  ['nothing but the name is doubtful', [{ what: 'NAME', percent: 65 }], true],
  ['another card is doubtful', [{ what: 'BANK_ACCOUNT', endsWith: '9999' }], true],
  ['its card is doubtful', [{ what: 'BANK_ACCOUNT', endsWith: '1804' }], false],
  ['its Sheba is doubtful', [{ what: 'BANK_ACCOUNT', endsWith: '2180' }], false],
  ['the registry gave no answer', [{ what: 'REGISTRY_DOWN' }], false],
  ['no registry knows the person', [{ what: 'DOCUMENT' }], false],
] as const)('the bank has named the owner of a card where %s: %o, %s', (_case, doubts, named) => {
  expect(isOwnerNamed(ACCOUNT, doubts)).toBe(named)
})
