import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent, hydrateOnVisible } from 'vue'
import ExerciseHead from './components/ExerciseHead.vue'
import ExerciseList from './components/ExerciseList.vue'
import './style.css'

// A figure's program is fetched when the figure comes into sight. data-moves says that it is there.
const figures = import.meta.glob('./components/moving/*.vue')
const fetched = load => async () => ({ ...(await load()).default, mounted() { this.$el.dataset.moves = '' } })
const hydrate = hydrateOnVisible({ rootMargin: '300px' })

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('ExerciseHead', ExerciseHead)
    app.component('ExerciseList', ExerciseList)
    for (const [path, load] of Object.entries(figures)) app.component(path.match(/(\w+)\.vue$/)[1], defineAsyncComponent({ loader: fetched(load), hydrate }))
  },
}
