import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#client/lib/locale.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { cannedAnswersQuery } from './tickets.queries.ts'

type CannedChoiceProps = {
  onChoose: (text: string) => void
  /** Called to replace the inserted answer by its other language. */
  onTranslate: (answer: { readonly from: string; readonly to: string }) => void
}

/** Ready answers, in the language of the customer. */
export function CannedChoice({ onChoose, onTranslate }: CannedChoiceProps) {
  const { t } = useTranslation('tickets')
  const { data: answers = [] } = useQuery(cannedAnswersQuery())
  const [language, setLanguage] = useState<Language>('fa')
  const [chosen, setChosen] = useState<Record<Language, string> | undefined>()
  if (answers.length === 0) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" gap="3">
      <chakra.div flex="1 1 14rem" minWidth="0">
        <SelectField
          label={t('answer.ready')}
          value=""
          options={[
            { value: '', label: t('answer.choose') },
            ...answers.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => {
            const answer = answers.find((each) => each.id === id)
            if (!answer) return
            setChosen(answer)
            onChoose(answer[language])
          }}
        />
      </chakra.div>
      <Segmented
        label={t('answer.language')}
        value={language}
        options={[
          { value: 'fa', label: <span lang="fa">فارسی</span> },
          { value: 'en', label: <span lang="en">English</span> },
        ]}
        onChange={(next) => {
          setLanguage(next)
          if (chosen) onTranslate({ from: chosen[language], to: chosen[next] })
        }}
      />
    </chakra.div>
  )
}
