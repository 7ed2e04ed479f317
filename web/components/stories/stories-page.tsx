import { OF_THE_API, STORIES } from './stories.ts'
import classes from './stories.module.css'

/** Shows every component in each of its states. It is in the development server only. */
export function StoriesPage() {
  return (
    <div className={classes.page}>
      <h1>Components</h1>
      <p>
        On the pages that use them:{' '}
        {OF_THE_API.map((file) => (
          <code key={file} data-elsewhere>
            {file}{' '}
          </code>
        ))}
      </p>
      {Object.entries(STORIES).map(([group, stories]) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          {stories.map(({ file, states }) => (
            <div key={file} className={classes.story} data-story={file}>
              <h3 className={classes.title}>{file}</h3>
              {Object.entries(states).map(([name, Show]) => (
                <div key={name} className={classes.state}>
                  <p className={classes.name}>{name}</p>
                  <Show />
                </div>
              ))}
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
