import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lacksPerson, sessionQuery } from '#client/entities/session/session.ts'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import { ContactSection } from '#client/features/contacts/contact-section.tsx'
import { OwnDocuments } from '#client/features/documents/own-documents.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'

export const Route = createFileRoute('/profile/account')({
  staticData: { title: 'account', form: true },
  // Set if the user wants the form although its identity code is awaited. `undefined` must be explicit: the router merges this result into the
  // original search parameters.
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: true | undefined } => ({
    edit: edit === true ? edit : undefined,
  }),
  component: AccountPage,
})

function AccountPage() {
  const query = useQuery(sessionQuery())
  const account = query.data
  const navigate = Route.useNavigate()
  if (!account || lacksPerson(account)) return <QueryPlaceholder query={query} rows={6} height="4rem" />
  // The key remounts a submitted form, too, so that it shows a contact that was just verified.
  return (
    <AccountScreen
      key={`${account.mobileNumber} ${account.location?.countryName} ${account.authorized ? account.email : ''}`}
      account={account}
      contacts={<ContactSection account={account} />}
      photos={<OwnDocuments account={account} />}
      onSubmitted={({ verify }) => void navigate({ to: verify ? '/profile/fino-verifying' : '/' })}
    />
  )
}
