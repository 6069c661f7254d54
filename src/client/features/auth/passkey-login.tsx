import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { signByPasskey, usePasskeySentence } from '#client/entities/session/passkeys.ts'
import { readSession, type Session, sessionQuery } from '#client/entities/session/session.ts'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SupportContact } from '#client/ui/support-contact.tsx'
import { beginPasskeyLogin, loginByPasskey } from '#contract/passkeys.ts'
import { deviceFacts } from './auth.commands.ts'

/** Logs in by a passkey that the device offers, without a name, a password or a code. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: (session: Session | null) => void }) {
  const { t } = useTranslation('passkeys')
  const sentenceOf = usePasskeySentence()
  const login = usePasskeyLogin()
  return (
    <>
      {login.isError && (
        <Notice tone="error">
          {sentenceOf(login.error)}
          {isRefusal(login.error, 'LOGIN_NOT_ALLOWED') && <SupportContact />}
        </Notice>
      )}
      <Button
        variant="quiet"
        size="lg"
        full
        icon={<KeyRound size={18} aria-hidden="true" />}
        loading={login.isPending}
        onClick={() => login.mutate(undefined, { onSuccess: onLoggedIn })}
      >
        {t('login.action')}
      </Button>
    </>
  )
}

function usePasskeyLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<Session | null> => {
      const { flowToken, options } = (await callApi(beginPasskeyLogin, {})).baseDTO
      const credential = await signByPasskey(options)
      await callApi(loginByPasskey, { body: { flowToken, credential, ...deviceFacts(navigator) } })
      const session = await readSession()
      wipeUserData(client)
      client.setQueryData(sessionQuery().queryKey, session)
      return session
    },
  })
}
