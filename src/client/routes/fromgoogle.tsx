import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageOfStep } from '#client/features/auth/pending-code.ts'
import { SignOnRefusal } from '#client/features/auth/sign-on-refusal.tsx'
import { isRefusal } from '#client/lib/call-api.ts'

/** The return page of single sign-on. It redirects immediately; opened directly, it redirects to the login. */
export const Route = createFileRoute('/fromgoogle')({
  staticData: { title: 'login', form: true },
  loader: async () => {
    // Imported lazily: few visitors come here, and loaders are in the first load of every page.
    const { continueWithProvider } = await import('#client/features/auth/sign-on.commands.ts')
    const { step, error } = await continueWithProvider().then(
      (step) => ({ step, error: undefined }),
      (error: unknown) => ({ step: undefined, error }),
    )
    if (isRefusal(error, 'SIGN_ON_EXPIRED')) throw redirect({ to: '/login', replace: true })
    if (!step) return { error }
    const page = step.next === 'CODE' ? pageOfStep(step.twoStepAuthenticationType) : '/sign-up/google'
    throw redirect({ to: page, replace: true })
  },
  component: FromGooglePage,
})

function FromGooglePage() {
  return <SignOnRefusal error={Route.useLoaderData().error} />
}
