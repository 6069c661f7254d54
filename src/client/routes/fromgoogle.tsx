import { createFileRoute } from '@tanstack/react-router'
import { SignOnRefusal } from '#client/features/auth/sign-on-refusal.tsx'

/** The return page of single sign-on. It redirects immediately; opened directly, it redirects to the login. */
export const Route = createFileRoute('/fromgoogle')({
  staticData: { title: 'login', form: true },
  // Imported lazily: few visitors come here, and loaders are in the first load of every page.
  loader: async () => (await import('#client/features/auth/sign-on.commands.ts')).afterProvider(),
  component: FromGooglePage,
})

function FromGooglePage() {
  return <SignOnRefusal error={Route.useLoaderData().error} />
}
