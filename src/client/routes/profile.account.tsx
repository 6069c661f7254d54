import { createFileRoute, redirect } from '@tanstack/react-router'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import { ContactSection } from '#client/features/contacts/contact-section.tsx'
import { OwnDocuments } from '#client/features/documents/own-documents.tsx'
import { awaitsIdentityCode, ensureSession, useSession } from '#client/lib/session.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'

export const Route = createFileRoute('/profile/account')({
  staticData: { title: 'account' },
  // The form is wanted although its identity code is awaited. `undefined` has to be said: the router lays this over the address.
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: true | undefined } => ({
    edit: edit === true ? edit : undefined,
  }),
  // While the identity code is awaited the user is sent back to its page; only that page links to the form.
  beforeLoad: async ({ context, search }) => {
    const session = await ensureSession(context.queryClient)
    if (session && awaitsIdentityCode(session) && !search.edit)
      throw redirect({ to: '/profile/fino-verifying', replace: true })
  },
  component: AccountPage,
})

function AccountPage() {
  const account = useSession()
  const navigate = Route.useNavigate()
  if (!account) return <SkeletonRows rows={6} height="4rem" />
  return (
    <>
      <AccountScreen
        key={account.mobileNumber}
        account={account}
        onSubmitted={({ verify }) => void navigate({ to: verify ? '/profile/fino-verifying' : '/' })}
      />
      <ContactSection account={account} />
      <OwnDocuments account={account} />
    </>
  )
}
