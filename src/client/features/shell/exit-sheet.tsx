import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOGOUT_KEY, sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { logout } from '#contract/users.ts'

/** "Are you sure about exit?" Yes ends the session here and on the server, and wipes its data on this device. */
export default function ExitSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const navigate = useNavigate()
  const exit = useMutation({
    mutationKey: LOGOUT_KEY,
    mutationFn: () => callApi(logout, {}),
    onSuccess: async () => {
      onClose()
      // The wipe comes before the navigation, which a slow network may delay: the session has ended already.
      wipeUserData(client)
      client.setQueryData(sessionQuery().queryKey, null)
      await navigate({ to: '/' })
      showToast({ tone: 'success', title: t('exit.done') })
    },
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <ConfirmSheet
      open
      title={t('exit.title')}
      yes={t('exit.yes')}
      no={t('exit.no')}
      variant="danger"
      busy={exit.isPending}
      onYes={() => exit.mutate()}
      onNo={onClose}
    >
      {t('exit.text')}
    </ConfirmSheet>
  )
}
