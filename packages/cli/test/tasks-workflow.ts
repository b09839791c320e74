/**
 * The configuration of a small workflow of a project's own: tasks, each submitted and shown by a command, and then the whole.
 * @param each further lines of the walk, indented as they stand there
 */
export const tasksConfig = (each = '') => `workflows:
  tasks:
    define:
      id: tasks
      title: Tasks until all are done
      version: 1
      dials: {}
      documents:
        tasks: { title: Tasks, path: 'develop/{branch}/tasks.md' }
      rules: []
      phases:
        - id: build
          title: Tasks
          instruction: Work on the task that is named.
          exit: []
          each:
            kind: task
${each}            phases:
              - id: work
                title: Work
                instruction: Do it.
                exit:
                  - { check: submitted, name: complete, on: item }
                  - { check: command, command: sh verify.sh, on: item }
        - id: final
          title: The whole
          instruction: Try it.
          exit:
            - { check: command, command: sh whole.sh, on: tree }
`;
