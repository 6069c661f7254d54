import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitesQuery } from '#client/entities/account/invites.queries.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showToast } from '#client/ui/toasts.ts'
import { createReferralCode } from '#contract/invites.ts'
import { FRIEND_PERCENTS, type FriendPercent } from '#domain/fee.ts'

const WHOLE_PERCENT = 30
const CHOICES = FRIEND_PERCENTS.map((percent) => ({ value: `${percent}`, percent }))

function useCreateCode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (friendPercent: FriendPercent) =>
      (await callApi(createReferralCode, { body: { friendPercent } })).baseDTO.code,
    onSuccess: () => client.invalidateQueries({ queryKey: invitesQuery().queryKey }),
  })
}

/** Asks for the friend's share and creates the code. */
export function CreateCodeSheet({ onCreated, onClose }: { onCreated: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const create = useCreateCode()
  const [share, setShare] = useState<FriendPercent>(10)
  const percent = (value: number) => amountInSentence(`${value}`, language, { percent: true })
  const done = (code: string) => {
    showToast({ tone: 'success', title: t('create.done') })
    onCreated(code)
    onClose()
  }
  return (
    <FormSheet
      title={t('create.title')}
      action={t('create.action')}
      busy={create.isPending}
      error={create.error}
      complete
      onSend={() => create.mutate(share, { onSuccess: done })}
      onClose={onClose}
    >
      {() => (
        <>
          <chakra.p fontSize="sm" color="fg.muted" aria-hidden="true">
            {t('create.label')}
          </chakra.p>
          <Segmented
            label={t('create.label')}
            value={`${share}`}
            options={CHOICES.map((choice) => ({
              value: choice.value,
              label: showDecimal(choice.value, language, { percent: true }),
            }))}
            onChange={(value) => setShare(CHOICES.find((choice) => choice.value === value)?.percent ?? share)}
          />
          <chakra.p fontSize="sm">
            {t('create.text', { inviter: percent(WHOLE_PERCENT - share), friend: percent(share) })}
          </chakra.p>
        </>
      )}
    </FormSheet>
  )
}
