import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitesQuery } from '#client/entities/account/invites.queries.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Section } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showToast } from '#client/ui/toasts.ts'
import { createReferralCode } from '#contract/invites.ts'
import { FRIEND_PERCENTS, type FriendPercent } from '#domain/fee.ts'
import { REFERRAL_CODES_MAX } from '#domain/referral-code.ts'
import type { Code } from './share-section.tsx'

type CodesSectionProps = { codes: readonly Code[]; chosen: string; onChoose: (code: string) => void }

/** The user's own codes, each with its shares. The selected one is shown with its link. */
export function CodesSection({ codes, chosen, onChoose }: CodesSectionProps) {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const name = useId()
  const [creating, setCreating] = useState(false)
  const isFull = codes.length >= REFERRAL_CODES_MAX
  return (
    <Section
      title={t('codes.title')}
      note={isFull ? t('codes.full', { max: showDecimal(`${REFERRAL_CODES_MAX}`, language) }) : undefined}
      aside={
        !isFull && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setCreating(true)}
          >
            {t('codes.add')}
          </Button>
        )
      }
    >
      <chakra.div role="radiogroup" aria-label={t('codes.title')}>
        {codes.map((code) => (
          <CodeRow
            key={code.code}
            code={code}
            name={name}
            checked={code.code === chosen}
            onChoose={() => onChoose(code.code)}
          />
        ))}
      </chakra.div>
      {creating && <CreateCodeSheet onCreated={onChoose} onClose={() => setCreating(false)} />}
    </Section>
  )
}

type CodeRowProps = { code: Code; name: string; checked: boolean; onChoose: () => void }

function CodeRow({
  code: { code, friendPercent, inviterPercent, countInvitees },
  name,
  checked,
  onChoose,
}: CodeRowProps) {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const percent = (value: number) => amountInSentence(`${value}`, language, { percent: true })
  return (
    <chakra.label
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      minHeight="tap"
      paddingBlock="2"
      fontSize="sm"
      cursor="pointer"
    >
      <chakra.input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        accentColor="gold.solid"
        boxSize="1.25rem"
      />
      <chakra.bdi dir="ltr" fontWeight="semibold">
        {code}
      </chakra.bdi>
      <chakra.span color="fg.muted" flex="1 1 auto">
        {t('codes.shares', { inviter: percent(inviterPercent), friend: percent(friendPercent) })}
      </chakra.span>
      <chakra.span color="fg.muted">
        {t('codes.used', { number: showDecimal(`${countInvitees}`, language) })}
      </chakra.span>
    </chakra.label>
  )
}

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
