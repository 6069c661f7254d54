import { securityOnWire } from '#tests/builders/security-on-wire.ts'
import { proveBehindPage } from './prove.ts'
import { answer, dialog, press, reopen, type Screen, type Visit } from './screen.ts'

const SETTINGS = '/profile/settings'
const ACCOUNT = '/profile/account'

/** A step of the account form. */
export async function openStep(
  { page, words }: Visit,
  step: 'personal' | 'bank' | 'documents' | 'review',
): Promise<void> {
  const { country, steps } = words.account
  await page.getByRole('button', { name: country.abroad }).waitFor()
  await page.getByRole('navigation', { name: steps.label }).getByRole('button').filter({ hasText: steps[step] }).click()
}

/** A sheet of the settings that one press opens. */
const settingsSheet = (name: string, open: (visit: Visit) => Promise<void>): Screen => ({
  name: `settings: ${name}`,
  who: 'customer',
  path: SETTINGS,
  reach: async (visit) => {
    await open(visit)
    await dialog(visit.page).waitFor()
  },
})

export const PASSKEY = {
  id: '1',
  name: 'گوشی من — Pixel 9 Pro',
  createdDateTime: '2026-11-20T08:00:00.000Z',
  lastUsedDateTime: null,
  synced: true,
}
export const API_KEY = {
  id: '1',
  name: 'ربات معامله',
  prefix: 'k_7Q2ZDXYW',
  rights: ['read', 'trade', 'withdraw'],
  addresses: ['203.0.113.0/24', '2001:db8:85a3::8a2e:370:7334'],
  expiresAt: '2027-02-20T08:00:00.000Z',
  createdAtDateTime: '2026-11-20T08:00:00.000Z',
  lastUsedAtDateTime: '2026-11-21T08:00:00.000Z',
  lastUsedIpAddress: '2001:db8:85a3::8a2e:370:7334',
}
/** The longest address of a network and a long name, which waits. */
export const SAVED_ADDRESS = {
  ...{ id: '1', tokenType: 'ADA', tag: null, label: 'The hardware wallet in the safe at home' },
  address: `addr1${'q9u5vlmzv4yz8z6cc8p3h6nyvhd2'.repeat(4).slice(0, 98)}`,
  addedDateTime: '2026-11-20T08:00:00.000Z',
  usableFromDateTime: '2026-11-21T08:00:00.000Z',
}
const CODES = Array.from({ length: 10 }, (_, index) => `K7QM-2XRD-9WTA-HB${index}C`)

/** Demands the second step, however recently it was given. */
export async function demandProof(visit: Visit): Promise<void> {
  const message = 'Confirm your second step.'
  await answer(visit, '/users/recovery-codes', { code: 'PROOF_REQUIRED', message, errors: [message] }, 403)
  const sent = { twoStepAuthenticationType: 'SMS', starTwoStepAuthentication: '0912***4567', expiresInSeconds: 120 }
  await answer(visit, '/users/send-code', { baseDTO: sent })
}

export const withRecoveryCodes = (visit: Visit): Promise<void> =>
  answer(visit, '/users/recovery-codes', { baseDTO: { recoveryCodes: CODES } })

/** Gives the user recovery codes, without which the sheet does not offer them. */
async function withCodesLeft(visit: Visit): Promise<void> {
  await answer(visit, '/users/security', { baseDTO: securityOnWire({ recoveryCodesLeft: 8 }) })
  await reopen(visit.page)
}

export async function withPasskey(visit: Visit): Promise<void> {
  await answer(visit, '/users/passkeys', { content: [PASSKEY] })
  await reopen(visit.page)
}

export async function withApiKey(visit: Visit): Promise<void> {
  await answer(visit, '/users/api-keys', { content: [API_KEY] })
  await reopen(visit.page)
}

export async function withSavedAddress(visit: Visit): Promise<void> {
  await answer(visit, '/wallets/saved-addresses', { content: [SAVED_ADDRESS], baseDTO: { onlySaved: true } })
  await reopen(visit.page)
}

/** A contact's sheet, past its first step if `code` says where the code was sent. */
const contactSheet = (kind: 'MOBILE' | 'EMAIL', code?: { readonly contact: 'OLD' | 'NEW' }): Screen => ({
  name: `account: ${kind}${code ? `, code of the ${code.contact}` : ''}`,
  who: 'customer',
  path: ACCOUNT,
  reach: async (visit) => {
    const { page, words } = visit
    await page
      .getByRole('button', { name: new RegExp(`${words.contacts.change[kind]}|${words.contacts.prove[kind]}`) })
      .first()
      .click()
    await dialog(page).locator('input').last().waitFor()
    if (!code) return
    const baseDTO = { ...code, starTwoStepAuthentication: '0912***4567', codeLength: 6, expiresInSeconds: 120 }
    await answer(visit, kind === 'MOBILE' ? '/users/change-mobile' : '/users/change-email', { baseDTO })
    await dialog(page)
      .locator('[name=newContact]')
      .fill(kind === 'MOBILE' ? '09351234567' : 'somebody.else@example.com')
    await press(page, words.contacts.send)
  },
})

/** Every screen and sheet of an account: its form, its contacts, its protection, its keys and its invitations. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'account: the country',
    who: 'newcomer',
    path: ACCOUNT,
    reach: async ({ page, words }) => {
      await press(page, words.account.country.abroad)
      await dialog(page).waitFor()
    },
  },
  {
    name: 'account, half filled in',
    who: 'newcomer',
    path: ACCOUNT,
    reach: async (visit) => {
      await openStep(visit, 'personal')
      await visit.page.locator('[name=nationalCode]').fill('1234567890')
      await visit.page.keyboard.press('Tab')
      await visit.page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'account: the province',
    who: 'newcomer',
    path: ACCOUNT,
    reach: async (visit) => {
      await openStep(visit, 'personal')
      await visit.page.locator('[name=state]').click()
      await dialog(visit.page).waitFor()
    },
  },
  {
    name: 'account: a bank account',
    who: 'newcomer',
    path: ACCOUNT,
    reach: async (visit) => {
      await openStep(visit, 'bank')
      await press(visit.page, visit.words.account.bank.add)
      await dialog(visit.page).waitFor()
    },
  },
  {
    name: 'account: documents',
    who: 'newcomer',
    path: ACCOUNT,
    reach: (visit) => openStep(visit, 'documents'),
  },
  {
    name: 'account: the review, with a problem',
    who: 'newcomer',
    path: ACCOUNT,
    reach: async (visit) => {
      await openStep(visit, 'review')
      await press(visit.page, visit.words.account.submit.action)
      await visit.page.locator('form [role=status] button').waitFor()
    },
  },
  contactSheet('MOBILE'),
  contactSheet('EMAIL'),
  settingsSheet('codes by e-mail', async ({ page, words }) => {
    await proveBehindPage(page)
    await page.getByRole('radio', { name: words.settings.twoStep.method.EMAIL }).click()
    await dialog(page).locator('input').first().waitFor()
  }),
  settingsSheet('recovery codes', async (visit) => {
    await withRecoveryCodes(visit)
    await press(visit.page, visit.words.settings.recovery.make)
    await dialog(visit.page).getByRole('listitem').last().waitFor()
  }),
  settingsSheet('a proof', async (visit) => {
    await demandProof(visit)
    await press(visit.page, visit.words.settings.recovery.make)
    await dialog(visit.page).getByRole('textbox').first().waitFor()
  }),
  settingsSheet('a proof by recovery code', async (visit) => {
    const { page, words } = visit
    await withCodesLeft(visit)
    await demandProof(visit)
    await press(page, words.settings.recovery.renew)
    await dialog(page).getByRole('button', { name: words.settings.recovery.renew, exact: true }).click()
    await page.getByRole('button', { name: words.proof.byRecovery }).click()
  }),
  settingsSheet('a passkey', ({ page, words }) => press(page, words.passkeys.add.action)),
  settingsSheet('another name of a passkey', async (visit) => {
    await withPasskey(visit)
    await press(visit.page, visit.words.passkeys.rename.action.replace('{{name}}', PASSKEY.name))
  }),
  settingsSheet('removing a passkey', async (visit) => {
    await withPasskey(visit)
    await press(visit.page, visit.words.passkeys.remove.action.replace('{{name}}', PASSKEY.name))
  }),
  settingsSheet('the secret of an API key', async (visit) => {
    const { page, words } = visit
    await press(page, words.apiKeys.create.action)
    await dialog(page).locator('[name=keyName]').fill(API_KEY.name)
    await answer(visit, '/users/api-keys', { baseDTO: { ...API_KEY, key: 'k_7Q2ZDXYW4M', secret: 's'.repeat(43) } })
    await dialog(page).locator('button[type=submit]').click()
    await dialog(page).getByText(words.apiKeys.secret.once).waitFor()
  }),
  settingsSheet('removing an API key', async (visit) => {
    await withApiKey(visit)
    await press(visit.page, visit.words.apiKeys.remove.action.replace('{{name}}', API_KEY.name))
  }),
  {
    name: 'settings: saved addresses',
    who: 'customer',
    path: SETTINGS,
    reach: async (visit) => {
      await withSavedAddress(visit)
      await visit.page.getByText(SAVED_ADDRESS.label).scrollIntoViewIfNeeded()
    },
  },
  settingsSheet('saving an address', ({ page, words }) => press(page, words.savedAddresses.add.action)),
  settingsSheet('removing a saved address', async (visit) => {
    await withSavedAddress(visit)
    await press(visit.page, visit.words.savedAddresses.remove.action.replace('{{name}}', SAVED_ADDRESS.label))
  }),
  settingsSheet('any address again', async (visit) => {
    await withSavedAddress(visit)
    await press(visit.page, visit.words.savedAddresses.only.off.action)
  }),
  settingsSheet('the phrase', ({ page, words }) => press(page, words.settings.phrase.set)),
  {
    name: 'invitations: a code',
    who: 'customer',
    path: '/profile/invite',
    reach: async ({ page, words }) => {
      await press(page, words.invite.codes.add)
      await dialog(page).waitFor()
    },
  },
]
