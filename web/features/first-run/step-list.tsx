import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './first-run.module.css'
import { STEPS } from './progress.ts'
import type { Progress, Step } from './progress.ts'

/** Shows the steps with their progress; the current step includes its instructions. */
export function StepList(props: {
  done: Progress['done']
  current: Step | null
  children: (step: Step) => ReactNode
}) {
  const { done, current, children } = props
  const t = useTranslations('firstRun')
  return (
    <ol className={classes.steps}>
      {STEPS.map((step) => (
        <li
          key={step}
          className={classes.step}
          aria-current={step === current ? 'step' : undefined}
          data-done={Boolean(done[step])}
        >
          {done[step] ? (
            <IconCircleCheckFilled size={20} className={classes.tick} aria-hidden />
          ) : (
            <IconCircleDashed size={20} aria-hidden />
          )}
          <div className={classes.stepBody}>
            <div className={classes.stepTitle}>
              {t(`steps.${step}.title`)}
              <span className="visually-hidden"> {done[step] ? t('isDone') : t('isToDo')}</span>
            </div>
            {step === current && children(step)}
          </div>
        </li>
      ))}
    </ol>
  )
}
