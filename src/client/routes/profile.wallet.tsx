import { createFileRoute } from '@tanstack/react-router'
import { readDeposit } from '#client/features/wallet/read-deposit.ts'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { begin } from './-begin.ts'

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
