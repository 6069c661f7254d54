import { words as accountEn } from '#client/locales/en/account.ts'
import { words as apiKeysEn } from '#client/locales/en/api-keys.ts'
import { words as authEn } from '#client/locales/en/auth.ts'
import { words as contactsEn } from '#client/locales/en/contacts.ts'
import { words as contentEn } from '#client/locales/en/content.ts'
import { words as customersEn } from '#client/locales/en/customers.ts'
import { words as dealEn } from '#client/locales/en/deal.ts'
import { words as deliveriesEn } from '#client/locales/en/deliveries.ts'
import { words as deliveryEn } from '#client/locales/en/delivery.ts'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as historyEn } from '#client/locales/en/history.ts'
import { words as inviteEn } from '#client/locales/en/invite.ts'
import { words as notificationsEn } from '#client/locales/en/notifications.ts'
import { words as operationsEn } from '#client/locales/en/operations.ts'
import { words as ordersEn } from '#client/locales/en/orders.ts'
import { words as otcEn } from '#client/locales/en/otc.ts'
import { words as passkeysEn } from '#client/locales/en/passkeys.ts'
import { words as priceAlertsEn } from '#client/locales/en/price-alerts.ts'
import { words as proofEn } from '#client/locales/en/proof.ts'
import { words as publicEn } from '#client/locales/en/public.ts'
import { words as pushEn } from '#client/locales/en/push.ts'
import { words as recurringEn } from '#client/locales/en/recurring.ts'
import { words as safetyEn } from '#client/locales/en/safety.ts'
import { words as savedAddressesEn } from '#client/locales/en/saved-addresses.ts'
import { words as settingsEn } from '#client/locales/en/settings.ts'
import { words as shellEn } from '#client/locales/en/shell.ts'
import { words as supportEn } from '#client/locales/en/support.ts'
import { words as ticketsEn } from '#client/locales/en/tickets.ts'
import { words as tradeEn } from '#client/locales/en/trade.ts'
import { words as walletEn } from '#client/locales/en/wallet.ts'
import { words as accountFa } from '#client/locales/fa/account.ts'
import { words as apiKeysFa } from '#client/locales/fa/api-keys.ts'
import { words as authFa } from '#client/locales/fa/auth.ts'
import { words as contactsFa } from '#client/locales/fa/contacts.ts'
import { words as contentFa } from '#client/locales/fa/content.ts'
import { words as customersFa } from '#client/locales/fa/customers.ts'
import { words as dealFa } from '#client/locales/fa/deal.ts'
import { words as deliveriesFa } from '#client/locales/fa/deliveries.ts'
import { words as deliveryFa } from '#client/locales/fa/delivery.ts'
import { words as deskFa } from '#client/locales/fa/desk.ts'
import { words as historyFa } from '#client/locales/fa/history.ts'
import { words as inviteFa } from '#client/locales/fa/invite.ts'
import { words as notificationsFa } from '#client/locales/fa/notifications.ts'
import { words as operationsFa } from '#client/locales/fa/operations.ts'
import { words as ordersFa } from '#client/locales/fa/orders.ts'
import { words as otcFa } from '#client/locales/fa/otc.ts'
import { words as passkeysFa } from '#client/locales/fa/passkeys.ts'
import { words as priceAlertsFa } from '#client/locales/fa/price-alerts.ts'
import { words as proofFa } from '#client/locales/fa/proof.ts'
import { words as publicFa } from '#client/locales/fa/public.ts'
import { words as pushFa } from '#client/locales/fa/push.ts'
import { words as recurringFa } from '#client/locales/fa/recurring.ts'
import { words as safetyFa } from '#client/locales/fa/safety.ts'
import { words as savedAddressesFa } from '#client/locales/fa/saved-addresses.ts'
import { words as settingsFa } from '#client/locales/fa/settings.ts'
import { words as shellFa } from '#client/locales/fa/shell.ts'
import { words as supportFa } from '#client/locales/fa/support.ts'
import { words as ticketsFa } from '#client/locales/fa/tickets.ts'
import { words as tradeFa } from '#client/locales/fa/trade.ts'
import { words as walletFa } from '#client/locales/fa/wallet.ts'

/** The words that a walk over the screens uses to find controls. */
export const WORDS = {
  fa: {
    account: accountFa,
    apiKeys: apiKeysFa,
    auth: authFa,
    contacts: contactsFa,
    content: contentFa,
    customers: customersFa,
    deal: dealFa,
    deliveries: deliveriesFa,
    delivery: deliveryFa,
    desk: deskFa,
    history: historyFa,
    invite: inviteFa,
    notifications: notificationsFa,
    operations: operationsFa,
    orders: ordersFa,
    otc: otcFa,
    passkeys: passkeysFa,
    priceAlerts: priceAlertsFa,
    proof: proofFa,
    public: publicFa,
    push: pushFa,
    recurring: recurringFa,
    safety: safetyFa,
    savedAddresses: savedAddressesFa,
    settings: settingsFa,
    shell: shellFa,
    support: supportFa,
    tickets: ticketsFa,
    trade: tradeFa,
    wallet: walletFa,
  },
  en: {
    account: accountEn,
    apiKeys: apiKeysEn,
    auth: authEn,
    contacts: contactsEn,
    content: contentEn,
    customers: customersEn,
    deal: dealEn,
    deliveries: deliveriesEn,
    delivery: deliveryEn,
    desk: deskEn,
    history: historyEn,
    invite: inviteEn,
    notifications: notificationsEn,
    operations: operationsEn,
    orders: ordersEn,
    otc: otcEn,
    passkeys: passkeysEn,
    priceAlerts: priceAlertsEn,
    proof: proofEn,
    public: publicEn,
    push: pushEn,
    recurring: recurringEn,
    safety: safetyEn,
    savedAddresses: savedAddressesEn,
    settings: settingsEn,
    shell: shellEn,
    support: supportEn,
    tickets: ticketsEn,
    trade: tradeEn,
    wallet: walletEn,
  },
}
