/**
 * Every area of words, once per language. A new area is one file in `fa/`, one in `en/` and one line in each table;
 * an English file that lacks a Persian key does not compile.
 */
const fa = {
  app: () => import('./fa/app.ts'),
  shell: () => import('./fa/shell.ts'),
  ui: () => import('./fa/ui.ts'),
  apiKeys: () => import('./fa/api-keys.ts'),
  auth: () => import('./fa/auth.ts'),
  account: () => import('./fa/account.ts'),
  home: () => import('./fa/home.ts'),
  coins: () => import('./fa/coins.ts'),
  contacts: () => import('./fa/contacts.ts'),
  documents: () => import('./fa/documents.ts'),
  orders: () => import('./fa/orders.ts'),
  otc: () => import('./fa/otc.ts'),
  deal: () => import('./fa/deal.ts'),
  markets: () => import('./fa/markets.ts'),
  trade: () => import('./fa/trade.ts'),
  wallet: () => import('./fa/wallet.ts'),
  history: () => import('./fa/history.ts'),
  notifications: () => import('./fa/notifications.ts'),
  dashboard: () => import('./fa/dashboard.ts'),
  invite: () => import('./fa/invite.ts'),
  operations: () => import('./fa/operations.ts'),
  auditKinds: () => import('./fa/audit-kinds.ts'),
  desk: () => import('./fa/desk.ts'),
  passkeys: () => import('./fa/passkeys.ts'),
  settings: () => import('./fa/settings.ts'),
  signOn: () => import('./fa/sign-on.ts'),
  support: () => import('./fa/support.ts'),
  tickets: () => import('./fa/tickets.ts'),
  proof: () => import('./fa/proof.ts'),
  freeze: () => import('./fa/freeze.ts'),
}

const en = {
  app: () => import('./en/app.ts'),
  shell: () => import('./en/shell.ts'),
  ui: () => import('./en/ui.ts'),
  apiKeys: () => import('./en/api-keys.ts'),
  auth: () => import('./en/auth.ts'),
  account: () => import('./en/account.ts'),
  home: () => import('./en/home.ts'),
  coins: () => import('./en/coins.ts'),
  contacts: () => import('./en/contacts.ts'),
  documents: () => import('./en/documents.ts'),
  orders: () => import('./en/orders.ts'),
  otc: () => import('./en/otc.ts'),
  deal: () => import('./en/deal.ts'),
  markets: () => import('./en/markets.ts'),
  trade: () => import('./en/trade.ts'),
  wallet: () => import('./en/wallet.ts'),
  history: () => import('./en/history.ts'),
  notifications: () => import('./en/notifications.ts'),
  dashboard: () => import('./en/dashboard.ts'),
  invite: () => import('./en/invite.ts'),
  operations: () => import('./en/operations.ts'),
  auditKinds: () => import('./en/audit-kinds.ts'),
  desk: () => import('./en/desk.ts'),
  passkeys: () => import('./en/passkeys.ts'),
  settings: () => import('./en/settings.ts'),
  signOn: () => import('./en/sign-on.ts'),
  support: () => import('./en/support.ts'),
  tickets: () => import('./en/tickets.ts'),
  proof: () => import('./en/proof.ts'),
  freeze: () => import('./en/freeze.ts'),
} satisfies Record<keyof typeof fa, () => Promise<{ words: object }>>

export const AREAS = { fa, en }

/** The words of each area as Persian has them: what `t` accepts. */
export type Areas = { [Area in keyof typeof fa]: Awaited<ReturnType<(typeof fa)[Area]>>['words'] }
