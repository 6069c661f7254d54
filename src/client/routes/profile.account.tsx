import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import { useSession } from '#client/lib/session.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'

export const Route = createFileRoute('/profile/account')({ staticData: { title: 'account' }, component: AccountPage })

function AccountPage() {
  const account = useSession()
  const navigate = Route.useNavigate()
  if (!account) return <SkeletonRows rows={6} height="4rem" />
  return (
    <AccountScreen
      key={account.mobileNumber}
      account={account}
      onSubmitted={({ verify }) => void navigate({ to: verify ? '/profile/fino-verifying' : '/' })}
    />
  )
}
