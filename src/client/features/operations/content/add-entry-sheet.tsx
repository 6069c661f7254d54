import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { addContentEntry } from '#contract/operations-content.ts'
import type { GROWING_KINDS } from '#domain/content.ts'
import { CONSOLE } from '../operator.queries.ts'
import { positionOf } from './position.ts'

export type GrowingKind = (typeof GROWING_KINDS)[number]

const SLUG = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/

/** Creates a question, a manual entry or an article: its name in links and its position. Its texts are written afterwards. */
export function AddEntrySheet({ kind, onClose }: { kind: GrowingKind; onClose: () => void }) {
  const { t } = useTranslation('content')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  const [position, setPosition] = useState('')
  const place = positionOf(position)
  const send = useMutation({
    mutationFn: (at: number) => callApi(addContentEntry, { body: { kind, slug, position: at } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [CONSOLE] })
      onClose()
      await navigate({ to: '/operations/content/$kind/$slug', params: { kind, slug } })
    },
  })
  return (
    <FormSheet
      title={t('add.title')}
      action={t('add.action')}
      busy={send.isPending}
      error={send.error}
      complete={SLUG.test(slug) && place !== undefined}
      onSend={() => place !== undefined && send.mutate(place)}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <TextField
            label={t('column.slug')}
            hint={t(kind === 'ARTICLE' ? 'add.coinHint' : 'add.slugHint')}
            required
            ltr
            maxLength={80}
            value={slug}
            onChange={setSlug}
            problem={checked && !SLUG.test(slug) ? t('add.slugProblem') : undefined}
          />
          <DigitsField
            label={t('column.order')}
            hint={t('add.orderHint')}
            required
            value={position}
            lengthMax={4}
            onChange={setPosition}
            problem={checked && place === undefined ? t('add.orderProblem') : undefined}
          />
        </>
      )}
    </FormSheet>
  )
}
