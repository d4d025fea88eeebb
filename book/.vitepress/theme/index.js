import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent, h } from 'vue'
import ExerciseHead from './components/ExerciseHead.vue'
import ExerciseList from './components/ExerciseList.vue'
import './style.css'

// Figures are fetched only by pages that have them.
const figures = import.meta.glob('./components/moving/*.vue')

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('ExerciseHead', ExerciseHead)
    app.component('ExerciseList', ExerciseList)
    for (const [path, load] of Object.entries(figures)) app.component(path.match(/(\w+)\.vue$/)[1], defineAsyncComponent(load))
  },
}
