import { IdFormat } from '#contract/account.ts'
import {
  addBankAccount as addBankAccountEndpoint,
  getCountries,
  getIdFormatTypes,
  removeBankAccount as removeBankAccountEndpoint,
  setCountry as setCountryEndpoint,
  updateAccount as updateAccountEndpoint,
} from '#contract/identity.ts'
import { Rejected } from '#contract/rejected.ts'
import { COUNTRIES } from '#domain/countries.ts'
import { type Route, route } from '../http/route.ts'
import { bankAccountOnWire, countryOnWire } from './account-on-wire.ts'
import type { Accounts } from './accounts.ts'
import { actorOf } from './actor.ts'
import { addBankAccount } from './identity/add-bank-account.ts'
import { removeBankAccount } from './identity/remove-bank-account.ts'
import { setCountry } from './identity/set-country.ts'
import { updateAccount } from './identity/update-account.ts'

/** The account form apart from its submission: countries, updates, and the bank cards of a verified account. */
export function identityRoutes(accounts: Accounts): Route[] {
  return [
    route(getIdFormatTypes, async () => ({ content: Object.values(IdFormat.def.entries) })),
    route(getCountries, async () => ({ content: COUNTRIES.map(countryOnWire) })),
    route(setCountryEndpoint, async (call) => {
      const chosen = await setCountry(accounts, { actor: actorOf(call), countryName: call.body.countryName })
      if (chosen instanceof Rejected) return chosen
      return { baseDTO: { location: countryOnWire(chosen.country), authenticationType: chosen.verification } }
    }),
    route(updateAccountEndpoint, async (call) => {
      const update = { actor: actorOf(call), form: call.body, provenAt: call.caller.provenAt }
      const updated = await updateAccount(accounts, update)
      if (updated instanceof Rejected) return updated
      return { baseDTO: { authenticationType: updated.verification, verificationNeeded: updated.codeNeeded } }
    }),
    route(addBankAccountEndpoint, async (call) => {
      const added = await addBankAccount(accounts, { actor: actorOf(call), ...call.body })
      return added instanceof Rejected ? added : { baseDTO: bankAccountOnWire(added, call.language) }
    }),
    route(removeBankAccountEndpoint, async (call) => {
      const refusal = await removeBankAccount(accounts, { actor: actorOf(call), id: call.params.id })
      return refusal ?? {}
    }),
  ]
}
