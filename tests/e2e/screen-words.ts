import { words as accountEn } from '#client/locales/en/account.ts'
import { words as apiKeysEn } from '#client/locales/en/api-keys.ts'
import { words as authEn } from '#client/locales/en/auth.ts'
import { words as contactsEn } from '#client/locales/en/contacts.ts'
import { words as inviteEn } from '#client/locales/en/invite.ts'
import { words as otcEn } from '#client/locales/en/otc.ts'
import { words as passkeysEn } from '#client/locales/en/passkeys.ts'
import { words as proofEn } from '#client/locales/en/proof.ts'
import { words as settingsEn } from '#client/locales/en/settings.ts'
import { words as shellEn } from '#client/locales/en/shell.ts'
import { words as supportEn } from '#client/locales/en/support.ts'
import { words as tradeEn } from '#client/locales/en/trade.ts'
import { words as walletEn } from '#client/locales/en/wallet.ts'
import { words as accountFa } from '#client/locales/fa/account.ts'
import { words as apiKeysFa } from '#client/locales/fa/api-keys.ts'
import { words as authFa } from '#client/locales/fa/auth.ts'
import { words as contactsFa } from '#client/locales/fa/contacts.ts'
import { words as inviteFa } from '#client/locales/fa/invite.ts'
import { words as otcFa } from '#client/locales/fa/otc.ts'
import { words as passkeysFa } from '#client/locales/fa/passkeys.ts'
import { words as proofFa } from '#client/locales/fa/proof.ts'
import { words as settingsFa } from '#client/locales/fa/settings.ts'
import { words as shellFa } from '#client/locales/fa/shell.ts'
import { words as supportFa } from '#client/locales/fa/support.ts'
import { words as tradeFa } from '#client/locales/fa/trade.ts'
import { words as walletFa } from '#client/locales/fa/wallet.ts'

/** The words by which a walk over the screens finds its way. */
export const WORDS = {
  fa: {
    account: accountFa,
    proof: proofFa,
    passkeys: passkeysFa,
    invite: inviteFa,
    contacts: contactsFa,
    apiKeys: apiKeysFa,
    auth: authFa,
    settings: settingsFa,
    otc: otcFa,
    shell: shellFa,
    support: supportFa,
    trade: tradeFa,
    wallet: walletFa,
  },
  en: {
    account: accountEn,
    proof: proofEn,
    passkeys: passkeysEn,
    invite: inviteEn,
    contacts: contactsEn,
    apiKeys: apiKeysEn,
    auth: authEn,
    settings: settingsEn,
    otc: otcEn,
    shell: shellEn,
    support: supportEn,
    trade: tradeEn,
    wallet: walletEn,
  },
}
