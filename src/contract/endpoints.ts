import * as account from './account.ts'
import * as accountForm from './account-form.ts'
import * as apiKeys from './api-keys.ts'
import * as chainDeposits from './chain-deposits.ts'
import * as coins from './coins.ts'
import * as contacts from './contacts.ts'
import * as content from './content.ts'
import * as deliveries from './deliveries.ts'
import * as deposits from './deposits.ts'
import * as documents from './documents.ts'
import type { EndpointShape } from './endpoint.ts'
import * as exchange from './exchange.ts'
import * as exchangeInfo from './exchange-info.ts'
import * as identity from './identity.ts'
import * as invites from './invites.ts'
import * as liabilities from './liabilities.ts'
import * as markets from './markets.ts'
import * as notifications from './notifications.ts'
import * as operations from './operations.ts'
import * as operationsAudit from './operations-audit.ts'
import * as operationsBroadcasts from './operations-broadcasts.ts'
import * as operationsCannedAnswers from './operations-canned-answers.ts'
import * as operationsContent from './operations-content.ts'
import * as operationsCustody from './operations-custody.ts'
import * as operationsDeliveries from './operations-deliveries.ts'
import * as operationsIdentities from './operations-identities.ts'
import * as operationsMarkets from './operations-markets.ts'
import * as operationsOverview from './operations-overview.ts'
import * as operationsPayouts from './operations-payouts.ts'
import * as operationsProcesses from './operations-processes.ts'
import * as operationsProposals from './operations-proposals.ts'
import * as operationsReports from './operations-reports.ts'
import * as operationsSettings from './operations-settings.ts'
import * as operationsStatement from './operations-statement.ts'
import * as operationsTickets from './operations-tickets.ts'
import * as operationsUserHistory from './operations-user-history.ts'
import * as operationsUsers from './operations-users.ts'
import * as operationsWithdrawals from './operations-withdrawals.ts'
import * as orderChanges from './order-changes.ts'
import * as orderLists from './order-lists.ts'
import * as orders from './orders.ts'
import * as outcomes from './outcomes.ts'
import * as ownFiles from './own-files.ts'
import * as passkeys from './passkeys.ts'
import * as positions from './positions.ts'
import * as priceAlerts from './price-alerts.ts'
import * as push from './push.ts'
import * as recurringBuys from './recurring-buys.ts'
import * as savedAddresses from './saved-addresses.ts'
import * as security from './security.ts'
import * as session from './session.ts'
import * as signOn from './sign-on.ts'
import * as stream from './stream.ts'
import * as tickets from './tickets.ts'
import * as users from './users.ts'
import * as wallets from './wallets.ts'
import * as withdrawals from './withdrawals.ts'
import * as worthHistory from './worth-history.ts'

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'offline' in value && 'access' in value

/**
 * Every endpoint under `/api`, which excludes the chart feed. The OpenAPI document, the worker's policy and the tests of the whole surface
 * use this list.
 */
export const endpoints: readonly EndpointShape[] = [
  account,
  accountForm,
  apiKeys,
  chainDeposits,
  coins,
  contacts,
  content,
  exchangeInfo,
  deliveries,
  deposits,
  documents,
  exchange,
  invites,
  identity,
  liabilities,
  markets,
  notifications,
  operations,
  operationsAudit,
  operationsBroadcasts,
  operationsCannedAnswers,
  operationsContent,
  operationsCustody,
  operationsDeliveries,
  operationsIdentities,
  operationsMarkets,
  operationsOverview,
  operationsPayouts,
  operationsProcesses,
  operationsProposals,
  operationsReports,
  operationsSettings,
  operationsStatement,
  operationsTickets,
  operationsUserHistory,
  operationsUsers,
  operationsWithdrawals,
  orderChanges,
  orderLists,
  orders,
  outcomes,
  ownFiles,
  passkeys,
  positions,
  priceAlerts,
  push,
  recurringBuys,
  savedAddresses,
  security,
  session,
  signOn,
  stream,
  tickets,
  users,
  wallets,
  withdrawals,
  worthHistory,
].flatMap((resource) => Object.values(resource).filter(isEndpoint))
