import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/account')({ staticData: { title: 'account' }, component: AccountPage })

function AccountPage() {
  return null
}
