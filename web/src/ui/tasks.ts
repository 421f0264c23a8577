/** Divides long work into tasks, so that the page answers in between. */

type Priority = "user-visible" | "background";

interface Scheduler {
  postTask?(task: () => void, options: { priority: Priority }): Promise<void>;
}

/** Resolves in a later task; by default, waiting input and frames come first. */
export async function nextTask(priority: Priority = "background"): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler?.postTask) await scheduler.postTask(() => undefined, { priority });
  else await new Promise((resolve) => setTimeout(resolve));
}

/** Resolves after the next frame is drawn, or soon if the page is hidden and draws none. */
export async function nextPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, 200);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
  await nextTask();
}
