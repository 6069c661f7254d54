import { createFileRoute } from '@tanstack/react-router'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { begin } from './-begin.ts'

const WHOLE_TOMAN = /^[1-9]\d{0,14}$/

export const Route = createFileRoute('/profile/wallet')({
  staticData: { title: 'wallet', verifyFirst: true },
  // `undefined` must be explicit: the router merges this result into the original search parameters.
  validateSearch: ({ deposit }: Record<string, unknown>): { deposit?: true | string | undefined } => ({
    deposit: readDeposit(deposit),
  }),
  loader: (loading) =>
    begin(loading, (client) => import('./-requests.ts').then(({ requestWallet }) => requestWallet(client))),
  component: Wallet,
})

function Wallet() {
  const { deposit } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <WalletPage deposit={deposit} onDepositClosed={() => void navigate({ search: {}, replace: true })} />
}

/** The state of the deposit sheet in the URL: open, perhaps with an amount; `undefined` for anything else. */
function readDeposit(value: unknown): true | string | undefined {
  if (value === true) return true
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && WHOLE_TOMAN.test(text) ? text : undefined
}
